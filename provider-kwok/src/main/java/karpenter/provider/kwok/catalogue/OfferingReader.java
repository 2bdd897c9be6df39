package karpenter.provider.kwok.catalogue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet.Only;
import karpenter.core.resource.Resources;

/// Reads the `offerings` of one type. An offering that cannot be bought as written is left out.
final class OfferingReader {
  private static final String ZONE_EXAMPLE =
      "{\"key\": \"topology.kubernetes.io/zone\", \"operator\": \"In\", \"values\": [\"test-zone-a\"]}";
  private static final String CAPACITY_TYPE_EXAMPLE =
      "{\"key\": \"karpenter.sh/capacity-type\", \"operator\": \"In\", \"values\": [\"on-demand\"]}";
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");

  private final Consumer<Problem> problems;

  OfferingReader(Consumer<Problem> problems) {
    this.problems = problems;
  }

  List<Offering> read(Fields type) {
    var items = type.items("offerings");
    if (items.isEmpty()) type.report("offerings", "none", "at least one way to buy the type");
    List<Offering> offerings = new ArrayList<>();
    for (var item : items) {
      var read = Fields.of(item.node(), item.path(), problems).flatMap(this::offering);
      if (read.isEmpty()) continue;
      if (offerings.stream().anyMatch(other -> isSamePlace(other, read.get()))) {
        problems.accept(
            Problem.at(item.path())
                .found("the same requirements as an earlier offering")
                .expected("offerings that differ in zone, capacity type or reservation"));
      } else {
        offerings.add(read.get());
      }
    }
    return offerings;
  }

  private static boolean isSamePlace(Offering one, Offering other) {
    return one.requirements().equals(other.requirements());
  }

  private Optional<Offering> offering(Fields fields) {
    var price = fields.price("Price");
    var requirements = requirements(fields, "Requirements");
    var reserved = fields.count("ReservationCapacity");
    if (price.isEmpty() || requirements.isEmpty()) return Optional.empty();
    if (!isPlaced(fields, requirements.get())) return Optional.empty();
    return Optional.of(
        new Offering(
            requirements.get(),
            price.get(),
            fields.flag("Available", true),
            reserved.map(OptionalInt::of).orElseGet(OptionalInt::empty),
            Resources.none(),
            Resources.none()));
  }

  /// Whether it is known where and how the offering is bought; without that no launch can name it.
  private boolean isPlaced(Fields fields, Requirements requirements) {
    boolean placed = hasOne(fields, requirements, Labels.ZONE, "one zone: " + ZONE_EXAMPLE);
    placed &=
        hasOne(
            fields,
            requirements,
            Labels.CAPACITY_TYPE,
            "spot, on-demand or reserved: " + CAPACITY_TYPE_EXAMPLE);
    if (requirements.get(Labels.CAPACITY_TYPE).contains(Labels.RESERVED)
        && requirements.get(Labels.CAPACITY_TYPE) instanceof Only) {
      placed &=
          hasOne(
              fields,
              requirements,
              KwokLabels.RESERVATION_ID,
              "a reservation to count against: {\"key\": \"%s\", \"operator\": \"In\", \"values\": [\"…\"]}"
                  .formatted(KwokLabels.RESERVATION_ID));
      if (!fields.has("ReservationCapacity")) {
        fields.report("ReservationCapacity", "nothing", "how many instances the reservation holds");
        placed = false;
      }
    }
    return placed;
  }

  private static boolean hasOne(
      Fields fields, Requirements requirements, String key, String expected) {
    var set = requirements.get(key);
    if (set instanceof Only only && only.values().size() == 1 && !only.orAbsent()) return true;
    fields.report(
        "Requirements",
        requirements.has(key) ? key + " with other than one value" : "no requirement on " + key,
        expected);
    return false;
  }

  Optional<Requirements> requirements(Fields fields, String name) {
    List<RequirementTerm> terms = new ArrayList<>();
    var items = fields.items(name);
    for (var item : items) {
      Fields.of(item.node(), item.path(), problems)
          .flatMap(OfferingReader::term)
          .ifPresent(terms::add);
    }
    return terms.size() == items.size()
        ? Optional.of(Requirements.ofTerms(terms))
        : Optional.empty();
  }

  private static Optional<RequirementTerm> term(Fields fields) {
    var key = fields.text("key", "a label key such as topology.kubernetes.io/zone");
    var operator = operator(fields);
    if (key.isEmpty() || operator.isEmpty()) return Optional.empty();
    List<String> values =
        fields.items("values").stream().map(item -> item.node().asText()).toList();
    var wanted = wantedValues(operator.get(), values);
    if (wanted.isPresent()) {
      fields.report("values", values.toString(), wanted.get());
      return Optional.empty();
    }
    return Optional.of(new RequirementTerm(key.get(), operator.get(), values, OptionalInt.empty()));
  }

  private static Optional<Operator> operator(Fields fields) {
    var expected = "one of " + Arrays.toString(Operator.values());
    var name = fields.text("operator", expected);
    if (name.isEmpty()) return Optional.empty();
    var known =
        Arrays.stream(Operator.values()).filter(op -> op.name().equals(name.get())).findFirst();
    if (known.isEmpty()) fields.report("operator", '"' + name.get() + '"', expected);
    return known;
  }

  /// What the values ought to be, if they are not.
  private static Optional<String> wantedValues(Operator operator, List<String> values) {
    return switch (operator) {
      case In -> values.isEmpty() ? Optional.of("at least one value") : Optional.empty();
      case NotIn -> Optional.empty();
      case Exists, DoesNotExist -> values.isEmpty() ? Optional.empty() : Optional.of("no values");
      case Gt, Gte, Lt, Lte ->
          values.size() == 1 && INTEGER.matcher(values.getFirst()).matches()
              ? Optional.empty()
              : Optional.of("exactly one integer");
    };
  }
}
