package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import karpenter.app.http.WebServer;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The page in a real browser. Without one it is skipped: the Debian package is `chromium`.
///
/// `-Ddemo.screenshots=../docs/images` writes the pictures of the documents anew.
class DemoPageTest {
  private static final int WIDTH = 1440;
  private static final int HEIGHT = 1000;

  private PacedCluster cluster;
  private Thread time;
  private WebServer server;
  private Path profile;
  private Chromium browser;

  @BeforeEach
  void open() throws Exception {
    var binary = Chromium.find();
    assumeTrue(binary.isPresent(), "there is no Chromium on the PATH; apt-get install chromium");
    cluster = new PacedCluster(1, new Pace(DemoCluster.SLICE, 600, false), false);
    time = Thread.ofVirtual().start(this::run);
    var pages = new DemoPages(cluster);
    server = WebServer.startLocal(0, pages.pages(), pages.actions());
    profile = Files.createTempDirectory("karpenter-demo-browser");
    browser = new Chromium(binary.get(), profile, WIDTH, HEIGHT);
    browser.open("http://127.0.0.1:%d/".formatted(server.port()));
  }

  private void run() {
    try {
      Driver.call(
          () -> {
            cluster.run();
            return true;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
      cluster.end();
      time.join();
    }
    if (profile != null) {
      delete(profile);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  @Test
  void everything_on_the_page_does_what_it_says() throws Exception {
    shows_the_shop_as_it_comes_up();
    pauses_steps_and_goes_on();
    scales_a_workload();
    kills_a_node_that_is_then_replaced();
    starts_a_spot_storm();
    looks_right_by_day_and_by_night();

    assertThat(browser.complaints()).isEmpty();
  }

  private void shows_the_shop_as_it_comes_up() throws Exception {
    browser.await(count("web", "6 / 6"));
    // Not how many there were at first: a slow browser sees the shop after consolidation.
    browser.await("document.querySelectorAll('.node.ready').length >= 2");

    assertThat(browser.see("document.title").asText()).isEqualTo("Karpenter demo");
    assertThat(browser.see(textOf("perHour")).asText()).matches("\\$0\\.\\d{3}/h");
    assertThat(browser.see("document.querySelectorAll('.node .pod.app-web').length").asInt())
        .isEqualTo(6);
    assertThat(
            browser.see("document.querySelector('#plot .curve').getAttribute('d').length").asInt())
        .isGreaterThan(20);
    browser.await("document.querySelector('#feed').innerText.includes('bought for')");
  }

  private void pauses_steps_and_goes_on() throws Exception {
    browser.press("Pause");
    browser.await(textOf("pace") + " === 'paused'");
    var stopped = browser.see(textOf("clock")).asText();
    assertThat(browser.named("button", "Resume")).hasSize(1);

    browser.press("Step");
    browser.await(textOf("clock") + " > '" + stopped + "'");
    assertThat(browser.see(textOf("pace")).asText()).isEqualTo("paused");

    browser.press("Resume");
    browser.await(textOf("pace") + " !== 'paused'");
    browser.see(
        "(s => { s.value = '300'; s.dispatchEvent(new Event('change'));"
            + " })(document.getElementById('speed'))");
    browser.await(textOf("pace") + " === '300× as fast'");
  }

  private void scales_a_workload() throws Exception {
    browser.press("Scale web up");
    browser.await(count("web", "10 / 10"));
    browser.press("Scale api down");
    browser.await(count("api", "0 / 0"));
    browser.press("Scale api up");
    browser.await(count("api", "4 / 4"));
    assertThat(browser.named("button", "Scale logs up")).isEmpty();
  }

  private void kills_a_node_that_is_then_replaced() throws Exception {
    var victim =
        browser.see("[...document.querySelectorAll('.node.ready')].at(-1).dataset.key").asText();

    browser.press("Kill node " + victim);

    browser.await(
        "document.querySelector('#feed').innerText.includes('the machine of %s dies')"
            .formatted(victim));
    browser.await("!document.querySelector('[data-key=\"%s\"]')".formatted(victim));
    browser.await(count("web", "10 / 10"));
    browser.await("document.querySelectorAll('#waiting li').length === 0");
  }

  private void starts_a_spot_storm() throws Exception {
    assertThat(browser.see("document.querySelectorAll('.tag.spot').length").asInt()).isPositive();

    browser.press("Start a spot storm");

    browser.await("document.getElementById('storm').disabled");
    browser.await("document.querySelector('#feed').innerText.includes('spot storm: ')");
    browser.await("document.querySelectorAll('.tag.spot').length === 0");
    browser.await("!document.getElementById('storm').disabled");
    browser.await("document.querySelectorAll('.tag.spot').length > 0");
  }

  private void looks_right_by_day_and_by_night() throws Exception {
    browser.prefer("light");
    var day = browser.see("getComputedStyle(document.body).backgroundColor").asText();
    browser.prefer("dark");
    var night = browser.see("getComputedStyle(document.body).backgroundColor").asText();

    assertThat(day).isNotEqualTo(night);
    assertThat(browser.see("document.documentElement.scrollWidth").asInt())
        .as("nothing sticks out")
        .isLessThanOrEqualTo(WIDTH);
  }

  /// Customers have come, and the first nodes are on their way.
  @Test
  void takes_the_pictures_of_the_documents() throws Exception {
    var directory = System.getProperty("demo.screenshots");
    assumeTrue(directory != null, "pictures are taken on demand: -Ddemo.screenshots=DIRECTORY");
    assertThat(cluster.tell(true)).isEmpty();
    browser.await(textOf("clock") + " >= '09:24:50'");
    browser.press("Pause");
    browser.await(textOf("pace") + " === 'paused'");
    do {
      browser.press("Step");
    } while (browser.see("document.querySelectorAll('#waiting li').length").asInt() < 8);

    browser.prefer("light");
    browser.photograph(Path.of(directory, "demo.png"));
    browser.prefer("dark");
    browser.photograph(Path.of(directory, "demo-dark.png"));
  }

  private static String textOf(String id) {
    return "document.getElementById('%s').textContent".formatted(id);
  }

  private static String count(String workload, String shown) {
    return "document.querySelector('.workload.app-%s .count')?.textContent === '%s'"
        .formatted(workload, shown);
  }
}
