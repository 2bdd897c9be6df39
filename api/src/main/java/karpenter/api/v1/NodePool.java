package karpenter.api.v1;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import karpenter.api.ApiObject;
import karpenter.api.Condition;
import karpenter.api.GoDuration;
import karpenter.api.NillableDuration;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// A kind of node that may be bought: its shape, its limits and how its nodes may be disrupted.
public record NodePool(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        Status status)
    implements ApiObject {

  public static final String API_VERSION = "karpenter.sh/v1";
  public static final String KIND = "NodePool";

  public NodePool {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = Wire.required(spec, "spec");
    status = status == null ? Status.EMPTY : status;
  }

  public NodePool(ObjectMeta metadata, Spec spec) {
    this(API_VERSION, KIND, metadata, spec, Status.EMPTY);
  }

  /// What may be bought, and how its nodes may be disrupted.
  ///
  /// @param replicas present on a static pool, which keeps that many nodes whatever the pods want
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      Template template,
      @Nullable Disruption disruption,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> limits,
      @Nullable Integer weight,
      @Nullable Long replicas) {

    public Spec {
      template = Wire.required(template, "template");
      limits = Wire.map(limits);
    }

    public Disruption disruptionOrDefault() {
      return disruption == null ? Disruption.DEFAULT : disruption;
    }

    @JsonIgnore
    public boolean isStatic() {
      return replicas != null;
    }
  }

  /// What every node of the pool starts from.
  public record Template(
      @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
          TemplateMetadata metadata,
      TemplateSpec spec) {

    public Template {
      metadata = metadata == null ? TemplateMetadata.EMPTY : metadata;
      spec = Wire.required(spec, "spec");
    }
  }

  /// Copied to claims and nodes. Whether an empty map was written is kept, because the template's
  /// hash depends on it.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TemplateMetadata(
      @JsonProperty("labels") @Nullable Map<String, String> writtenLabels,
      @JsonProperty("annotations") @Nullable Map<String, String> writtenAnnotations)
      implements OmitWhenEmpty.Part {

    public static final TemplateMetadata EMPTY = new TemplateMetadata(null, null);

    public TemplateMetadata {
      writtenLabels = writtenLabels == null ? null : Wire.map(writtenLabels);
      writtenAnnotations = writtenAnnotations == null ? null : Wire.map(writtenAnnotations);
    }

    public Map<String, String> labels() {
      return Wire.map(writtenLabels);
    }

    public Map<String, String> annotations() {
      return Wire.map(writtenAnnotations);
    }

    @Override
    public boolean saysNothing() {
      return equals(EMPTY);
    }
  }

  /// What a node is made of. Whether an empty list of taints was written is kept, as above.
  ///
  /// @param writtenStartupTaints on a node from its start and gone before it is initialized;
  ///   scheduling ignores them
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TemplateSpec(
      @JsonProperty("taints") @Nullable List<Taint> writtenTaints,
      @JsonProperty("startupTaints") @Nullable List<Taint> writtenStartupTaints,
      @JsonInclude(JsonInclude.Include.ALWAYS) List<Requirement> requirements,
      NodeClassRef nodeClassRef,
      @Nullable GoDuration terminationGracePeriod,
      @Nullable NillableDuration expireAfter) {

    public static final NillableDuration DEFAULT_EXPIRE_AFTER = NillableDuration.of("720h");

    public TemplateSpec {
      writtenTaints = writtenTaints == null ? null : Wire.list(writtenTaints);
      writtenStartupTaints = writtenStartupTaints == null ? null : Wire.list(writtenStartupTaints);
      requirements = Wire.list(requirements);
      nodeClassRef = Wire.required(nodeClassRef, "nodeClassRef");
    }

    public List<Taint> taints() {
      return Wire.list(writtenTaints);
    }

    public List<Taint> startupTaints() {
      return Wire.list(writtenStartupTaints);
    }

    public NillableDuration expireAfterOrDefault() {
      return expireAfter == null ? DEFAULT_EXPIRE_AFTER : expireAfter;
    }
  }

  /// When nodes may be disrupted.
  ///
  /// @param budgets null when not said, which means ten percent; an empty list means that nothing
  ///   holds disruption back
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Disruption(
      @Nullable NillableDuration consolidateAfter,
      @Nullable String consolidationPolicy,
      @Nullable List<Budget> budgets) {

    public static final NillableDuration DEFAULT_CONSOLIDATE_AFTER = NillableDuration.of("0s");
    public static final String WHEN_EMPTY = "WhenEmpty";
    public static final String WHEN_EMPTY_OR_UNDERUTILIZED = "WhenEmptyOrUnderutilized";
    public static final String BALANCED = "Balanced";
    public static final List<Budget> DEFAULT_BUDGETS = List.of(new Budget("10%", null, null, null));
    public static final Disruption DEFAULT =
        new Disruption(DEFAULT_CONSOLIDATE_AFTER, WHEN_EMPTY_OR_UNDERUTILIZED, DEFAULT_BUDGETS);

    public Disruption {
      budgets = budgets == null ? null : List.copyOf(budgets);
    }

    public NillableDuration consolidateAfterOrDefault() {
      return consolidateAfter == null ? DEFAULT_CONSOLIDATE_AFTER : consolidateAfter;
    }

    public String consolidationPolicyOrDefault() {
      return consolidationPolicy == null ? WHEN_EMPTY_OR_UNDERUTILIZED : consolidationPolicy;
    }

    public List<Budget> budgetsOrDefault() {
      return budgets == null ? DEFAULT_BUDGETS : budgets;
    }
  }

  /// How many nodes may be disrupted at once, for which reasons (absent: all; an empty list: none,
  /// as upstream reads it) and when (no schedule: always).
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Budget(
      @Nullable String nodes,
      @Nullable List<String> reasons,
      @Nullable String schedule,
      @Nullable GoDuration duration) {

    public static final String DEFAULT_NODES = "10%";

    public Budget {
      reasons = reasons == null ? null : List.copyOf(reasons);
    }

    public String nodesOrDefault() {
      return nodes == null ? DEFAULT_NODES : nodes;
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> resources,
      @Nullable Long nodes,
      @Nullable Long nodeClassObservedGeneration,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Condition> conditions)
      implements OmitWhenEmpty.Part {

    public static final Status EMPTY = new Status(Map.of(), null, null, List.of());

    public Status {
      resources = Wire.map(resources);
      conditions = Wire.list(conditions);
    }

    @Override
    public boolean saysNothing() {
      return equals(EMPTY);
    }
  }
}
