package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.tool.Effect;
import io.outlast.tool.ToolReply;
import io.outlast.tool.ToolSpec;
import java.io.IOException;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Which tools of a stdio server are on offer. */
@NullUnmarked
class StdioToolsTest extends StdioStage {

  @Test
  void everyPageIsListedOnceThoughTheCursorRunsInACircle() throws IOException {
    start("{\"pages\": 4}");
    one.ready();
    assertThat(one.view().tools()).hasSize(24);
  }

  @Test
  void oneBadToolNeverCostsTheOthers() throws IOException {
    start(
        """
        {"tools": [{"name": "noSchema"}, {"name": "nullSchema", "inputSchema": null},
         {"name": "text", "inputSchema": {"type": "string"}}, {"inputSchema": {}}, null, 7,
         {"name": "oddTypes", "description": 5, "annotations": "x", "inputSchema": {"type": "object", "properties": 3}}]}
        """);
    one.ready();
    assertThat(one.view().tools())
        .extracting(spec -> spec.ref().tool())
        .contains("echo", "noSchema", "nullSchema", "oddTypes")
        .doesNotContain("text");
  }

  @Test
  void aStormOfListChangesLeadsToOneListing() throws IOException {
    ready();
    int before = flaky.received("tools/list").size();
    one.text("storm", NOTHING);
    await().until(() -> one.registry.find("flaky__fresh").isPresent());
    assertThat(flaky.received("tools/list")).hasSize(before + 1);
  }

  @Test
  void toolsOfAServerThatIsDownStayOnOffer() throws IOException {
    ready();
    ToolSpec echo = one.registry.find("flaky__echo").orElseThrow();
    assertThat(echo.effect()).isEqualTo(Effect.READ_ONLY);
    one.close();
    assertThat(one.registry.find("flaky__echo")).contains(echo);
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.Unavailable.class);
  }
}
