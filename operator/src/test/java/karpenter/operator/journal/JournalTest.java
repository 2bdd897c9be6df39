package karpenter.operator.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @Test
  void the_ring_answers_newest_first_and_by_subject() {
    var ring = new RingJournal();
    ring.record(decision("Pod/a", "first"));
    ring.record(decision("Pod/b", "second"));
    ring.record(decision("Pod/a", "third"));

    var found = ring.latest(10, decision -> decision.subject().equals("Pod/a"));

    assertThat(found).flatExtracting(Decision::reasons).containsExactly("third", "first");
    assertThat(ring.latest(1, _ -> true)).hasSize(1);
  }

  @Test
  void a_full_ring_lets_the_oldest_go_and_counts_them() {
    var ring = new RingJournal(2, 1000);
    for (var reason : List.of("a", "b", "c", "d")) {
      ring.record(decision("Pod/x", reason));
    }

    assertThat(ring.latest(10, _ -> true))
        .flatExtracting(Decision::reasons)
        .containsExactly("d", "c");
    assertThat(ring.dropped()).isEqualTo(2);
  }

  @Test
  void long_reasons_count_for_more() {
    var ring = new RingJournal(100, 1000);
    ring.record(decision("Pod/x", "short"));
    ring.record(decision("Pod/x", "long".repeat(300)));

    assertThat(ring.size()).isEqualTo(1);
  }

  @Test
  void the_file_holds_one_json_line_per_decision(@TempDir Path directory) throws IOException {
    var file = directory.resolve("journal.jsonl");
    Files.writeString(file, "{\"from\":\"before\"}\n");

    try (var journal = FileJournal.append(file)) {
      journal.record(decision("Pod/default/web", "no type fits"));
      journal.and(journal).record(decision("Pod/default/api", "placed"));
    }

    assertThat(Files.readAllLines(file))
        .hasSize(4)
        .contains(
            "{\"at\":\"2026-01-05T09:00:00Z\",\"loop\":\"provisioner\",\"kind\":\"PodUnplaced\","
                + "\"subject\":\"Pod/default/web\",\"reasons\":[\"no type fits\"],"
                + "\"details\":{\"types\":\"144\"},\"snapshot\":7}");
  }

  @Test
  void a_line_that_was_cut_off_does_not_swallow_the_next(@TempDir Path directory)
      throws IOException {
    var file = directory.resolve("journal.jsonl");
    Files.writeString(file, "{\"at\":\"2026-0");

    try (var journal = FileJournal.append(file)) {
      journal.record(decision("Pod/default/web", "no type fits"));
    }

    assertThat(Files.readAllLines(file)).hasSize(2);
    assertThat(Files.readAllLines(file).getLast()).startsWith("{\"at\":").endsWith("}");
  }

  @Test
  void a_file_that_was_moved_away_is_followed_by_a_new_one(@TempDir Path directory)
      throws IOException {
    var file = directory.resolve("journal.jsonl");
    var moved = directory.resolve("journal.old");

    try (var journal = FileJournal.append(file)) {
      journal.record(decision("Pod/a", "first"));
      Files.move(file, moved);
      journal.record(decision("Pod/b", "second"));
    }

    assertThat(Files.readString(moved)).contains("first").doesNotContain("second");
    assertThat(Files.readString(file)).contains("second");
  }

  @Test
  void a_full_file_becomes_its_predecessor(@TempDir Path directory) throws IOException {
    var file = directory.resolve("journal.jsonl");

    try (var journal = FileJournal.append(file, 500)) {
      for (int i = 0; i < 10; i++) {
        journal.record(decision("Pod/p" + i, "reason"));
      }
    }

    assertThat(Files.size(file)).isLessThanOrEqualTo(500);
    assertThat(Files.size(FileJournal.predecessor(file))).isLessThanOrEqualTo(500);
    assertThat(Files.readAllLines(file).getLast()).contains("Pod/p9");
    assertThat(Files.readAllLines(FileJournal.predecessor(file)).getLast())
        .isNotEqualTo(Files.readAllLines(file).getFirst());
    try (var files = Files.list(directory)) {
      assertThat(files).hasSize(2);
    }
  }

  @Test
  void a_file_whose_predecessor_cannot_be_replaced_takes_its_room(@TempDir Path directory)
      throws IOException {
    var file = directory.resolve("journal.jsonl");
    var inTheWay = Files.createDirectories(FileJournal.predecessor(file).resolve("kept"));

    try (var journal = FileJournal.append(file, 500)) {
      for (int i = 0; i < 100; i++) {
        journal.record(decision("Pod/p" + i, "reason"));
      }
      var lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        assertThat(lines.get(i)).contains("Pod/p" + i + "\"");
      }
      assertThat(Files.size(file)).isBetween(501L, 1000L);

      Files.delete(inTheWay);
      journal.record(decision("Pod/last", "reason"));
    }

    assertThat(Files.readString(file)).contains("Pod/last");
    assertThat(Files.readString(FileJournal.predecessor(file))).contains("Pod/p0");
  }

  private static Decision decision(String subject, String reason) {
    return new Decision(
        Instant.parse("2026-01-05T09:00:00Z"),
        "provisioner",
        "PodUnplaced",
        subject,
        List.of(reason),
        new TreeMap<>(java.util.Map.of("types", "144")),
        7);
  }
}
