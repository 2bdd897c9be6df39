package karpenter.operator.provisioning;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import karpenter.api.Json;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.NodeClaim;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.pod.Pod;
import karpenter.core.provisioning.PoolRoom;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.wire.ClaimWriter;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provisioning.Catalogues.Offer;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;

/// Creates the claims of a plan.
final class ClaimCreator {
  /// Enough to keep the API server busy; its own limits are further down.
  private static final int AT_ONCE = 100;

  private final LoopContext context;
  private final Catalogues catalogues;
  private final NodeViews views;
  private final ClaimWriter writer;
  private List<Uncertain> uncertain = new ArrayList<>();

  /// What came of one planned node.
  sealed interface Outcome {
    NewNode node();

    record Created(NewNode node, ClaimFacts claim) implements Outcome {}

    /// Decided, and not written because we only observe.
    record Observed(NewNode node, String name) implements Outcome {}

    /// @param reason a sentence
    record Refused(NewNode node, String reason) implements Outcome {}

    /// No answer came; it may exist all the same.
    record Unanswered(NewNode node, String name, Unreachable cause) implements Outcome {}
  }

  /// A claim we asked for without getting an answer.
  record Uncertain(String name, List<Pod> pods) {}

  /// A claim to be written.
  ///
  /// @param annotations beside those every claim has
  record Order(String name, NewNode node, SortedMap<String, String> annotations) {}

  private record Draft(Order order, PoolState pool, Offer offer) {}

  ClaimCreator(LoopContext context, Catalogues catalogues, NodeViews views) {
    this.context = context;
    this.catalogues = catalogues;
    this.views = views;
    this.writer = writer(context.provider().labels());
  }

  static ClaimWriter writer(ProviderLabels labels) {
    return new ClaimWriter(
        RestrictedLabels.CORE.with(labels.wellKnown(), labels.restrictedDomains()));
  }

  /// Which of the claims whose creation was not answered exist after all. Until that is known
  /// nothing may be planned for their pods.
  List<Uncertain> found() throws Unreachable, InterruptedException {
    var found = new ArrayList<Uncertain>();
    var open = new ArrayList<>(uncertain);
    while (!open.isEmpty()) {
      var one = open.getLast();
      var key = ObjectKey.cluster(one.name());
      if (context.state().snapshot().claim(one.name()).isPresent()) {
        found.add(one);
      } else if (context.kube().get(Resource.NODE_CLAIMS, key) instanceof Answer.Done(var tree)) {
        context.state().echo(Resource.NODE_CLAIMS, tree);
        found.add(one);
      }
      open.removeLast();
      uncertain = List.copyOf(open);
    }
    return found;
  }

  List<Outcome> create(Plan plan, Instant now) throws InterruptedException {
    // Whoever only observes decides the same until somebody acts: then the name is the same too.
    var moment = context.settings().mode() == Settings.Mode.OBSERVE ? Instant.EPOCH : now;
    var orders = new ArrayList<Order>();
    var nodes = plan.placement().newNodes();
    var cause = nodes.isEmpty() ? "" : nodes.getFirst().pods().getFirst().uid();
    for (var node : nodes) {
      var name = ClaimNames.name(node.pool(), cause, moment, orders.size());
      orders.add(new Order(name, node, new TreeMap<>()));
    }
    var outcomes =
        create(
            orders,
            pool -> Optional.ofNullable(plan.catalogue().offers().get(pool.name())),
            Set.of());
    var open = new ArrayList<>(uncertain);
    for (var outcome : outcomes) {
      if (outcome instanceof Outcome.Unanswered(var node, var name, _)) {
        open.add(new Uncertain(name, node.pods()));
      }
    }
    uncertain = open;
    return outcomes;
  }

  /// @param offers what a pool sells
  /// @param leaving nodes that are replaced, by what notes call them: their room is free
  List<Outcome> create(
      List<Order> orders, Function<PoolState, Optional<Offer>> offers, Set<String> leaving)
      throws InterruptedException {
    var newest = context.state().snapshot();
    var rooms = new HashMap<String, Optional<PoolRoom>>();
    var outcomes = new ArrayList<Outcome>();
    var drafts = new ArrayList<Draft>();
    for (var order : orders) {
      var node = order.node();
      var pool = newest.pool(node.pool()).filter(p -> catalogues.buys(p.facts(), newest));
      var offer = pool.flatMap(offers);
      if (pool.isEmpty() || offer.isEmpty()) {
        outcomes.add(new Outcome.Refused(node, "NodePool " + node.pool() + " is of no use now"));
        continue;
      }
      var exceeded =
          rooms
              .computeIfAbsent(node.pool(), _ -> room(pool.get(), newest, leaving))
              .flatMap(room -> room.take(largest(node, offer.get())));
      if (exceeded.isPresent()) {
        outcomes.add(new Outcome.Refused(node, exceeded.get().sentence(node.pool())));
      } else {
        drafts.add(new Draft(order, pool.get(), offer.get()));
      }
    }
    outcomes.addAll(create(drafts));
    return outcomes;
  }

  private List<Outcome> create(List<Draft> drafts) throws InterruptedException {
    var results =
        context.parallel().map(drafts, AT_ONCE, draft -> context.writer().createClaim(tree(draft)));
    var outcomes = new ArrayList<Outcome>();
    for (int i = 0; i < drafts.size(); i++) {
      var order = drafts.get(i).order();
      outcomes.add(
          switch (results.get(i)) {
            case Result.Answered(var written) -> outcome(order.node(), written);
            case Result.Unanswered(var cause) ->
                new Outcome.Unanswered(order.node(), order.name(), cause);
          });
    }
    return outcomes;
  }

  private static Outcome outcome(NewNode node, Written<ClaimFacts> written) {
    return switch (written) {
      case Written.Stored(var claim) -> new Outcome.Created(node, claim);
      case Written.Unchanged(var claim) -> new Outcome.Observed(node, claim.name());
      case Written.Stale(var message) -> new Outcome.Refused(node, message);
      case Written.Missing() ->
          new Outcome.Refused(node, "the API server does not know NodeClaims");
      case Written.Refused(var message) -> new Outcome.Refused(node, message);
    };
  }

  private ObjectNode tree(Draft draft) {
    var offer = draft.offer();
    var order = draft.order();
    NodeClaim claim =
        writer.write(
            order.name(), order.node(), draft.pool().source(), offer.types(), offer.overlaid());
    ObjectNode tree = Json.JSON.valueToTree(claim);
    var annotations = tree.withObjectProperty("metadata").withObjectProperty("annotations");
    order.annotations().forEach(annotations::put);
    return tree;
  }

  /// What the pool may still hold, now. Other loops create claims as well.
  private Optional<PoolRoom> room(PoolState pool, ClusterSnapshot newest, Set<String> leaving) {
    return pool.facts()
        .limits()
        .map(limits -> new PoolRoom(limits, used(pool.name(), newest, leaving)));
  }

  private Resources used(String pool, ClusterSnapshot snapshot, Set<String> leaving) {
    var marked = snapshot.notes().markedForDeletion();
    var used = Resources.none();
    for (var view : views.of(snapshot, new Volumes(snapshot))) {
      if (view.existing.pool().equals(Optional.of(pool))
          && !view.state.isLeaving()
          && !leaving.contains(view.name())
          && !marked.contains(view.name())) {
        used = used.plus(PoolRoom.node(view.existing.capacity()));
      }
    }
    return used;
  }

  /// The most of each resource over all types it lists.
  private static Resources largest(NewNode node, Offer offer) {
    var listed = node.types().stream().map(TypeChoice::type).collect(Collectors.toSet());
    var most = Resources.none();
    for (InstanceType type : offer.types()) {
      if (listed.contains(type.name())) {
        most = most.max(type.capacity());
        for (Offering offering : type.offerings()) {
          if (!offering.capacityOverride().isEmpty()) {
            most = most.max(type.capacity(offering));
          }
        }
      }
    }
    return most;
  }
}
