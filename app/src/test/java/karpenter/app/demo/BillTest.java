package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BillTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void an_hour_costs_what_an_hour_costs() {
    var bill = charged(3600, 2.5);

    assertThat(bill.spent()).isBetween(2.4999, 2.5001);
    assertThat(bill.peak()).isEqualTo(2.5);
  }

  @Test
  void a_long_history_becomes_coarser_and_stays_whole() {
    var bill = charged(100_000, 1);

    assertThat(bill.points()).hasSizeBetween(300, 720);
    assertThat(bill.points().getFirst().seconds()).isEqualTo(1);
    assertThat(bill.points().getLast().seconds()).isGreaterThan(99_000);
  }

  private static Bill charged(int seconds, double perHour) {
    var bill = new Bill();
    for (int second = 1; second <= seconds; second++) {
      bill.charge(Duration.ofSeconds(second), SECOND, perHour);
    }
    return bill;
  }
}
