package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.command.DisruptionMark;
import karpenter.core.disruption.command.Failure;
import karpenter.core.disruption.command.Patience;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.operator.LoopContext;
import karpenter.operator.disruption.Entry.Phase;
import karpenter.operator.disruption.Marks.Marked;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Note;

/// The commands under way, and how one begins:
/// 1. it is written on the claims of its nodes, and the nodes are marked, all at once;
/// 2. its replacements are created, which carry it too;
/// 3. only then does the state know that the nodes are about to go: otherwise the provisioner would
///    buy the same room a second time;
/// 4. the nodes its pods will move to are nominated.
///
/// Commands are started by one thread, and brought to their end by [CommandLoop].
public final class CommandQueue implements Commands {
  private static final int AT_ONCE = 100;

  private final LoopContext context;
  private final MarkedNodes marked = new MarkedNodes();
  private final Marks marks;
  private final Substitutes substitutes;
  private final CommandNews news;
  private final Cleanup cleanup;
  private final ConcurrentSkipListMap<String, Entry> entries = new ConcurrentSkipListMap<>();
  private volatile Optional<WorkQueue<String>> wakes = Optional.empty();

  /// @param types what pools may buy
  public CommandQueue(LoopContext context, TypeSource types) {
    this.context = context;
    this.marks = new Marks(context);
    this.substitutes = new Substitutes(context, types);
    this.news = new CommandNews(context);
    this.cleanup = new Cleanup(context, marked, news);
  }

  CommandNews news() {
    return news;
  }

  /// The commands a change concerns. To be told of every change.
  List<String> keys(Change change) {
    marked.note(change);
    return CommandLoop.keys(change);
  }

  /// Whom to wake for a command.
  void wakes(WorkQueue<String> loop) {
    wakes = Optional.of(loop);
  }

  /// Claims that are part of a command, those that come as well as those that go. They are read
  /// from the claims themselves, so that also those are known that somebody began before us; and
  /// those that are to go from what we began, because a write that was not answered may have been
  /// done, and is not seen on the claim yet.
  public SortedSet<String> busy(ClusterSnapshot snapshot) {
    var busy = new TreeSet<String>();
    for (var claim : marked.in(snapshot)) {
      if (Entry.on(claim).isPresent()) {
        busy.add(claim.name());
      }
    }
    for (var entry : entries.values()) {
      busy.addAll(entry.going());
    }
    return busy;
  }

  @Override
  public Outcome tidy() throws InterruptedException {
    return cleanup.sweep();
  }

  /// How many commands are under way.
  public int size() {
    return entries.size();
  }

  /// @param command its id may be empty: then it is given one
  @Override
  public Optional<String> start(Command command) throws InterruptedException {
    var now = context.clock().instant();
    var snapshot = context.state().snapshot();
    var obstacle = obstacle(command, snapshot);
    if (obstacle.isPresent()) {
      return obstacle;
    }
    if (context.settings().mode() == Settings.Mode.OBSERVE) {
      news.observed(command);
      return Optional.of("we only observe");
    }
    var id = command.id().isEmpty() ? id(command, now) : command.id();
    var record =
        new CommandRecord(
            id,
            command.method().name(),
            command.candidates().stream().map(Candidate::name).toList(),
            Substitutes.names(command, id, snapshot, now),
            now);
    var entry = Entry.starting(record, command.method());
    entries.put(id, entry);
    news.starting(command, record);
    var marking = mark(command, record);
    var unmarked = marking.unmarked();
    if (!unmarked.isEmpty()
        && (!command.replacements().isEmpty() || unmarked.size() == command.candidates().size())) {
      return refuse(entry, marking.reason());
    }
    return create(fewer(command, unmarked), entry.without(unmarked));
  }

  private Optional<String> create(Command command, Entry entry) throws InterruptedException {
    var made = substitutes.create(command, entry.record());
    news.created(command, made.created());
    if (made.refusal().isPresent()) {
      return refuse(entry, made.refusal().get());
    }
    // A claim that may or may not exist is looked for by the loop, which then goes on from here.
    boolean allExist = made.silence().isEmpty();
    if (allExist) {
      noteLeaving(entry);
    }
    new Nominations(context).tell(command, entry.record().replacements());
    news.started(command);
    proceed(entry.in(new Phase.Waiting(allExist)));
    return Optional.empty();
  }

  private Optional<String> refuse(Entry entry, String reason) {
    var failure = new Failure.NotBegun(reason);
    news.failed(entry, failure, 0);
    proceed(entry.in(new Phase.RollingBack(failure)));
    return Optional.of(reason);
  }

  private Optional<String> obstacle(Command command, ClusterSnapshot snapshot) {
    if (command.candidates().isEmpty()) {
      return Optional.of("The command names no node");
    }
    for (var candidate : command.candidates()) {
      var name = candidate.name();
      var claim =
          snapshot
              .claim(name)
              .filter(c -> c.meta().uid().equals(candidate.claim().meta().uid()))
              .filter(c -> !Marks.isLeaving(c));
      if (claim.isEmpty()) {
        return Optional.of("NodeClaim %s is gone or going".formatted(name));
      }
      if (CommandRecord.isOn(claim.get().meta())) {
        return Optional.of("NodeClaim %s is part of another command".formatted(name));
      }
    }
    return Optional.empty();
  }

  /// @param reason why the last of them could not be marked
  private record Marking(SortedSet<String> unmarked, String reason) {}

  private Marking mark(Command command, CommandRecord record) throws InterruptedException {
    var reason = command.method().reason().wire();
    var results =
        context
            .parallel()
            .map(
                command.candidates(),
                AT_ONCE,
                candidate -> marks.put(candidate.claim(), record, reason));
    var unmarked = new TreeSet<String>();
    var why = "";
    for (int i = 0; i < results.size(); i++) {
      switch (results.get(i)) {
        case Result.Answered(Marked.Yes _) -> {}
        case Result.Answered(Marked.No(var sentence)) -> {
          unmarked.add(command.candidates().get(i).name());
          why = sentence;
        }
        case Result.Unanswered(var cause) -> {
          unmarked.add(command.candidates().get(i).name());
          why = String.valueOf(cause.getMessage());
        }
      }
    }
    return new Marking(unmarked, why);
  }

  private static Command fewer(Command command, SortedSet<String> unmarked) {
    return unmarked.isEmpty()
        ? command
        : command.with(
            command.candidates().stream().filter(c -> !unmarked.contains(c.name())).toList());
  }

  /// Nobody else has it: a claim goes in one command, and not twice at one moment.
  private static String id(Command command, Instant now) {
    var first = command.candidates().getFirst().claim().meta();
    return "%08x%08x".formatted(first.uid().hashCode(), (now + command.method().name()).hashCode());
  }

  /// The nodes of the command are no capacity any more, and their pods need another place.
  void noteLeaving(Entry entry) {
    for (var name : entry.record().candidates()) {
      if (!entry.dropped().contains(name)) {
        context.state().note(new Note.MarkedForDeletion(name));
      }
    }
  }

  void proceed(Entry entry) {
    entries.put(entry.id(), entry);
    wakes.ifPresent(loop -> loop.add(entry.id()));
  }

  void put(Entry entry) {
    entries.put(entry.id(), entry);
  }

  void forget(Entry entry) {
    entries.remove(entry.id());
  }

  /// The command of this id: begun by us, or written on some claim by whoever led before us.
  Optional<Entry> find(String id) {
    var known = Optional.ofNullable(entries.get(id));
    return known.isPresent() ? known : resumed(id);
  }

  private Optional<Entry> resumed(String id) {
    var snapshot = context.state().snapshot();
    for (var claim : marked.in(snapshot)) {
      if (claim.meta().annotation(CommandRecord.ID).equals(id) && !Marks.isLeaving(claim)) {
        var entry = Entry.on(claim).map(found -> judged(found, snapshot));
        entry.ifPresent(this::put);
        entry.ifPresent(news::resumed);
        return entry;
      }
    }
    return Optional.empty();
  }

  /// A node that is not marked may have got new pods: what was decided of it does not hold.
  private static Entry judged(Entry entry, ClusterSnapshot snapshot) {
    return entry.candidates(snapshot).stream()
        .filter(claim -> !DisruptionMark.isComplete(Marks.nodeOf(claim, snapshot), claim))
        .map(ClaimFacts::name)
        .findFirst()
        .map(name -> entry.in(new Phase.RollingBack(new Failure.HalfBegun(name))))
        .orElse(entry);
  }

  /// How long a command may take now.
  Duration patience() {
    int nodes = 0;
    for (var entry : entries.values()) {
      nodes += entry.record().candidates().size();
    }
    return Patience.with(nodes);
  }

  List<Entry> entries() {
    return new ArrayList<>(entries.values());
  }
}
