package karpenter.provider.kwok.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.core.catalog.InstanceType;
import karpenter.core.requirement.ValueSet;
import org.junit.jupiter.api.Test;

class CatalogueReaderTest {
  private static final String SPOT_A =
      """
      {"Price": 0.03, "Requirements": [
        {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["a"]},
        {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot"]}]}""";

  @Test
  void a_type_is_read_whatever_the_capitals_of_its_fields() {
    var read =
        CatalogueReader.read(
            """
            [{"NAME": "m5.large", "Architecture": "amd64", "operatingsystems": ["linux"],
              "resources": {"cpu": 2, "memory": "8Gi"}, "Offerings": [%s]}]"""
                .formatted(SPOT_A));

    assertThat(read.problems()).isEmpty();
    var type = only(read);
    assertThat(type.name()).isEqualTo("m5.large");
    assertThat(type.capacity().render()).isEqualTo("cpu 2, memory 8Gi, pods 110");
    assertThat(type.overhead().render()).isEqualTo("cpu 100m, memory 10Mi");
    assertThat(type.requirements().get(KwokLabels.SIZE)).isEqualTo(ValueSet.in("large"));
    assertThat(type.requirements().get(Labels.ZONE)).isEqualTo(ValueSet.in("a"));
    assertThat(type.offerings().getFirst().price()).isEqualTo(0.03);
  }

  @Test
  void the_form_of_the_benchmarks_is_read_as_well() {
    var read =
        CatalogueReader.read(
            """
            [{"name": "fake-it-0", "capacity": {"cpu": "1", "memory": "2Gi", "pods": "10"},
              "overhead": {"kubeReserved": {"cpu": "100m"}, "systemReserved": {"cpu": "50m", "memory": "10Mi"}},
              "requirements": [{"key": "size", "operator": "In", "values": ["small"]}],
              "offerings": [%s]}]"""
                .formatted(SPOT_A));

    assertThat(read.problems()).isEmpty();
    assertThat(only(read).overhead().render()).isEqualTo("cpu 150m, memory 10Mi");
    assertThat(only(read).requirements().get("size")).isEqualTo(ValueSet.in("small"));
    assertThat(read.catalogue().labels()).contains("size", Labels.ZONE);
  }

  @Test
  void a_type_says_which_devices_it_brings() {
    var bad =
        ", \"dynamicResources\": [{\"pool\": \"local\", \"devices\": [{\"name\": \"gpu-0\"}]}]";
    var good = bad.replace("\"pool\"", "\"driver\": \"gpu.example.com\", \"pool\"");
    var type = kwokType(SPOT_A);

    var read = CatalogueReader.read(type.substring(0, type.lastIndexOf('}')) + good + "}]");
    var refused = CatalogueReader.read(type.substring(0, type.lastIndexOf('}')) + bad + "}]");

    assertThat(read.problems()).isEmpty();
    assertThat(only(read).devices().slices().getFirst().driver()).isEqualTo("gpu.example.com");
    assertThat(only(read).devices().slices().getFirst().devices()).hasSize(1);
    assertThat(refused.catalogue().types()).isEmpty();
    assertThat(refused.problems())
        .extracting(Problem::path)
        .containsExactly("[0].dynamicResources[0].driver");
  }

  @Test
  void an_offering_says_where_and_how_it_is_bought() {
    var read =
        CatalogueReader.read(
            kwokType("{\"Price\": 1, \"zone\": \"a\", \"capacityType\": \"spot\"}, " + SPOT_A));

    assertThat(only(read).offerings()).hasSize(1);
    assertThat(read.problems())
        .extracting(Problem::path)
        .containsOnly("[0].offerings[0].Requirements");
    assertThat(read.problems())
        .extracting(Problem::found)
        .containsExactly(
            "no requirement on topology.kubernetes.io/zone",
            "no requirement on karpenter.sh/capacity-type");
    assertThat(read.problems().getFirst().expected()).contains("\"test-zone-a\"");
  }

  @Test
  void a_reserved_offering_names_its_reservation() {
    var read = CatalogueReader.read(kwokType(reserved("") + "," + SPOT_A));

    assertThat(only(read).offerings()).hasSize(1);
    assertThat(read.problems())
        .singleElement()
        .isEqualTo(
            new Problem(
                "[0].offerings[0].Requirements",
                "no requirement on karpenter.kwok.sh/reservation-id",
                "a reservation to count against: {\"key\": \"karpenter.kwok.sh/reservation-id\", \"operator\": \"In\", \"values\": [\"…\"]}"));
  }

  @Test
  void beside_a_reservation_every_other_offering_says_it_has_none() {
    var id =
        ", {\"key\": \"karpenter.kwok.sh/reservation-id\", \"operator\": \"In\", \"values\": [\"r-1\"]}";

    var read = CatalogueReader.read(kwokType(reserved(id) + "," + SPOT_A));

    assertThat(read.problems()).isEmpty();
    assertThat(only(read).offerings())
        .extracting(offering -> offering.requirements().get(KwokLabels.RESERVATION_ID))
        .containsExactly(ValueSet.in("r-1"), ValueSet.doesNotExist());
    assertThat(only(read).offerings().getFirst().reservationCapacity()).hasValue(3);
  }

  @Test
  void a_bad_type_costs_that_type_alone() {
    var good = kwokType(SPOT_A);
    var read =
        CatalogueReader.read(
            good.substring(0, good.length() - 1)
                + """
                , {"name": "bad", "architecture": "amd64", "operatingSystems": ["linux"],
                   "resources": {"cpu": "-4", "memory": "lots"}, "offerings": [%s]},
                  {"architecture": "amd64"}, 7]"""
                    .formatted(SPOT_A));

    assertThat(only(read).name()).isEqualTo("m5.large");
    assertThat(read.problems())
        .extracting(Problem::path)
        .containsExactly("[1].resources.cpu", "[1].resources.memory", "[2].name", "[3]");
  }

  @Test
  void a_name_is_taken_once() {
    var one = kwokType(SPOT_A);
    var read = CatalogueReader.read(one.substring(0, one.length() - 1) + "," + one.substring(1));

    assertThat(read.problems()).singleElement().extracting(Problem::path).isEqualTo("[1].name");
  }

  @Test
  void broken_json_is_reported_with_its_line() {
    var read = CatalogueReader.read("[\n{\"name\": \n}]");

    assertThat(read.catalogue().types()).isEmpty();
    assertThat(read.problems()).singleElement().extracting(Problem::path).isEqualTo("line 3");
  }

  @Test
  void a_price_below_zero_and_an_unknown_operator_are_refused() {
    var read =
        CatalogueReader.read(
            kwokType(
                SPOT_A
                    + ","
                    + SPOT_A.replace("0.03", "-1")
                    + ","
                    + SPOT_A.replaceFirst("\"In\"", "\"Is\"")));

    assertThat(read.problems())
        .extracting(Problem::path)
        .containsExactly("[0].offerings[1].Price", "[0].offerings[2].Requirements[0].operator");
  }

  @Test
  void the_same_offering_twice_is_refused() {
    var read = CatalogueReader.read(kwokType(SPOT_A + "," + SPOT_A));

    assertThat(read.problems())
        .singleElement()
        .extracting(Problem::path)
        .isEqualTo("[0].offerings[1]");
  }

  private static String reserved(String moreRequirements) {
    return """
        {"Price": 0.01, "ReservationCapacity": 3, "Requirements": [
          {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["a"]},
          {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["reserved"]}%s]}"""
        .formatted(moreRequirements);
  }

  private static String kwokType(String offerings) {
    return """
        [{"name": "m5.large", "architecture": "amd64", "operatingSystems": ["linux"],
          "resources": {"cpu": "2", "memory": "8Gi"}, "offerings": [%s]}]"""
        .formatted(offerings);
  }

  private static InstanceType only(CatalogueReader.CatalogueRead read) {
    assertThat(read.catalogue().types()).hasSize(1);
    return read.catalogue().types().getFirst();
  }

  @Test
  void no_text_makes_it_throw() {
    for (var text :
        List.of(
            "", "null", "{}", "[null]", "[[]]", "[{}]", "{\"a\":1,\"a\":2}", "[] []", "\u0000")) {
      assertThat(CatalogueReader.read(text).problems()).as(text).isNotEmpty();
    }
  }
}
