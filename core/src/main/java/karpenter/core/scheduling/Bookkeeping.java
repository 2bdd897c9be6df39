package karpenter.core.scheduling;

import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Search.Choice;
import org.jspecify.annotations.Nullable;

/// Carries out what a [Search] found: the pod takes its room, counts where it counts, and the draft
/// becomes what it was tested to become. Owned by one run.
final class Bookkeeping {
  private final Run run;
  private final Batch batch;
  private final Search search;
  private final int nodeCount;
  private final @Nullable DeviceTrials devices;

  Bookkeeping(Run run, Search search) {
    this.run = run;
    this.batch = run.batch;
    this.search = search;
    this.nodeCount = run.batch.nodes.size();
    this.devices = run.devices;
  }

  void commit(Pod pod, PodClass podClass, Profile profile) {
    Choice chosen = search.choice();
    if (chosen.template() >= 0) {
      commitNew(pod, podClass, profile, chosen.template());
    } else if (chosen.candidate() < nodeCount) {
      NodeSlot slot = batch.nodes.get(chosen.candidate());
      if (run.journal != null) run.journal.touch(slot, chosen.candidate(), profile.ask());
      slot.add(pod, profile.ask());
      giveDevices(profile, chosen.candidate(), search.nodeDevices());
      run.bind(pod);
      recordOnNode(podClass, chosen.candidate());
    } else {
      commitDraft(pod, podClass, profile, chosen.candidate());
    }
    run.order.add(pod);
  }

  private void giveDevices(Profile profile, int candidate, DeviceTrials.@Nullable Found found) {
    if (devices != null && profile.ask().devices != null && found != null) {
      devices.commit(candidate, found);
    }
  }

  private void commitNew(Pod pod, PodClass podClass, Profile profile, int template) {
    int index = nodeCount + run.drafts.size();
    Trial fresh = search.outcome();
    var draft =
        new Draft(
            index,
            template,
            batch.spaces[template],
            fresh.state,
            fresh.rows.clone(),
            fresh.price,
            batch.resources.size());
    draft.minValuesRelaxed = fresh.relaxed;
    if (run.journal != null) run.journal.touchLimits(template);
    if (draft.space.template.hasReserved) exchangeReservations(draft, fresh);
    if (search.squeezes()) squeeze(template);
    run.limits[template].open(draft);
    run.drafts.add(draft);
    giveDevices(profile, index, fresh.devices);
    for (KeySpace space : batch.keySpaces()) {
      space.ensureCandidates(index + 1);
      space.locate(index, draft.state.domains(space), space.isLackedBy(draft.state.requirements));
    }
    add(pod, podClass, profile, draft, index);
  }

  private void squeeze(int template) {
    for (Draft draft : run.draftsOf(template)) {
      if (run.journal != null) run.journal.touch(draft);
      run.limits[template].squeeze(draft, run.reservations);
      if (devices != null) devices.keep(draft);
    }
  }

  private void commitDraft(Pod pod, PodClass podClass, Profile profile, int index) {
    Draft draft = run.drafts.get(index - nodeCount);
    Trial best = search.outcome();
    if (run.journal != null) run.journal.touch(draft);
    boolean priceMoved = best.price != draft.price;
    boolean stateMoved = best.state != draft.state;
    draft.price = best.price;
    draft.state = best.state;
    System.arraycopy(best.rows, 0, draft.rows, 0, draft.rows.length);
    if (draft.space.template.hasReserved) exchangeReservations(draft, best);
    run.limits[draft.template].recharge(draft);
    giveDevices(profile, index, best.devices);
    if (devices != null) devices.keep(draft);
    if (stateMoved) relocate(draft, index);
    if (priceMoved) forgetWhoPays(draft, index);
    add(pod, podClass, profile, draft, index);
  }

  private void forgetWhoPays(Draft draft, int index) {
    if (run.journal != null) {
      run.journal.priceMoved(index);
      return;
    }
    for (Ask ask : draft.dearFor) Bits.set(ask.free, index);
    draft.dearFor.clear();
  }

  private void exchangeReservations(Draft draft, Trial trial) {
    if (run.journal != null) run.journal.touchReservations();
    run.reservations.exchange(draft.reservations, trial.reservations);
    draft.reservations = trial.reservations;
  }

  private void relocate(Draft draft, int index) {
    for (KeySpace space : batch.keySpaces()) {
      space.locate(index, draft.state.domains(space), space.isLackedBy(draft.state.requirements));
    }
    if (draft.pending.isEmpty()) return;
    draft
        .pending
        .entrySet()
        .removeIf(
            entry -> {
              var space = entry.getKey().space;
              if (space == null) return true;
              long[] domains = draft.state.domains(space);
              if (Bits.count(domains) != 1) return false;
              count(entry.getKey(), Bits.first(domains), entry.getValue());
              return true;
            });
  }

  private void add(Pod pod, PodClass podClass, Profile profile, Draft draft, int index) {
    for (int r = 0; r < draft.used.length; r++) draft.used[r] += profile.ask().requests[r];
    draft.ports.addAll(profile.ask().ports);
    draft.pods.add(pod);
    for (CountGroup group : podClass.counted) {
      if (counts(group, draft)) recordOnDraft(group, draft, index);
    }
    for (CountGroup group : podClass.owned) recordOnDraft(group, draft, index);
    draft.undecided.add(pod);
    if (draft.pending.isEmpty()) run.bind(draft);
  }

  private boolean counts(CountGroup group, Draft draft) {
    boolean matches = group.filter.isEmpty();
    for (Demand wanted : group.filter) {
      matches = matches || draft.space.step(draft.state, wanted) != State.IMPOSSIBLE;
    }
    var tolerations = group.key.onlyTolerated();
    return matches
        && (tolerations == null
            || Batch.tolerated(tolerations, draft.space.template.pool.taints()));
  }

  private void recordOnDraft(CountGroup group, Draft draft, int index) {
    var space = group.space;
    if (space == null) {
      count(group, index, 1);
      return;
    }
    if (space.isLackedBy(draft.state.requirements)) return;
    long[] domains = draft.state.domains(space);
    int count = Bits.count(domains);
    if (count == 1) {
      count(group, Bits.first(domains), 1);
    } else if (count > 1) {
      if (run.journal != null) run.journal.suspending(group);
      draft.pending.merge(group, 1, Integer::sum);
      group.suspend(index, domains);
    }
  }

  private void recordOnNode(PodClass podClass, int index) {
    for (CountGroup group : podClass.counted) {
      if (batch.counts(group, batch.nodes.get(index))) countOn(group, index);
    }
    for (CountGroup group : podClass.owned) countOn(group, index);
  }

  private void countOn(CountGroup group, int index) {
    int domain = batch.domainOn(group, index);
    if (domain >= 0) count(group, domain, 1);
  }

  private void count(CountGroup group, int domain, int pods) {
    group.add(domain, pods);
    if (run.journal != null) run.journal.counted(group, domain, pods);
  }
}
