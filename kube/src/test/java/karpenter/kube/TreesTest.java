package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TreesTest {
  @Test
  void managed_fields_are_left_out_and_nothing_else() throws Exception {
    var tree =
        read(
            """
            {"metadata": {"name": "a", "managedFields": [{"fieldsV1": {"f:spec": {}}}], "uid": "u"},
             "spec": {"managedFields": ["kept"], "template": {"metadata": {"labels": {"x": "y"}}}}}
            """);

    assertThat(tree)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"metadata": {"name": "a", "uid": "u"},
                     "spec": {"managedFields": ["kept"],
                              "template": {"metadata": {"labels": {"x": "y"}}}}}
                    """));
  }

  @Test
  void every_sort_of_value_is_read_as_jackson_reads_it() throws Exception {
    var text =
        """
        {"text": "a \\u00e4 \\"b\\"", "int": 5, "long": 5000000000, "big": 123456789012345678901,
         "float": 1.5, "yes": true, "no": false, "nothing": null,
         "list": [1, "two", [3], {"four": 4}, null], "empty": {}, "none": []}
        """;

    assertThat(read(text)).isEqualTo(new ObjectMapper().readTree(text));
  }

  @Test
  void prose_is_no_object() {
    assertThat(read("service unavailable")).isEmpty();
    assertThat(read("")).isEmpty();
  }

  @Test
  void what_is_written_can_be_read() throws Exception {
    var tree = read("{\"a\": {\"b\": [1, 2, {\"c\": null}]}}");

    assertThat(Trees.object(Trees.bytes(tree))).isEqualTo(tree);
  }

  private static com.fasterxml.jackson.databind.node.ObjectNode read(String text) {
    return Trees.object(text.getBytes(StandardCharsets.UTF_8));
  }
}
