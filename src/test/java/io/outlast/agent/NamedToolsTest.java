package io.outlast.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.settings.LimitOverrides;
import io.outlast.tool.ToolRef;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamedToolsTest {

  private static final NamedTools TOOLS =
      new NamedTools(
          Set.of("git", "away"),
          Set.of("git"),
          List.of(new ToolRef("git", "search"), new ToolRef("git", "read_file")));

  @Test
  void aToolThatIsOfferedIsFine() {
    assertThat(TOOLS.problem("git:search")).isEmpty();
  }

  @Test
  void aMisspeltToolIsNamedWithTheNearestOne() {
    assertThat(TOOLS.problem("git:serch"))
        .hasValue(
            "names the tool 'serch', which the MCP server 'git' does not offer; did you mean"
                + " search?");
  }

  @Test
  void aToolLikeNoOtherIsNamedWithTheOnesThereAre() {
    assertThat(TOOLS.problem("git:x"))
        .get()
        .asString()
        .endsWith("does not offer; known here: read_file, search");
  }

  @Test
  void ofManyToolsOnlySomeAreNamed() {
    List<ToolRef> many =
        IntStream.range(0, 500).mapToObj(i -> new ToolRef("git", "some_tool_" + i)).toList();
    assertThat(new NamedTools(Set.of("git"), Set.of("git"), many).problem("git:x"))
        .get()
        .asString()
        .hasSizeLessThan(700)
        .endsWith(" and 470 more");
  }

  @Test
  void aMisspeltServerIsNamed() {
    assertThat(TOOLS.problem("gitt:search"))
        .hasValue("names the MCP server 'gitt', which is not configured; did you mean git?");
  }

  @Test
  void nobodyKnowsTheToolsOfAServerThatWasNeverReached() {
    assertThat(TOOLS.problem("away:anything")).isEmpty();
  }

  @Test
  void whatNobodyCanJudgeYetIsSaid() {
    assertThat(
            TOOLS.unchecked(
                "limits.toolsConfig", LimitLayers.ofTools("git:serch", "away:x", "b:c")))
        .containsExactly(
            "limits.toolsConfig.away:x is not checked: its MCP server was never reached");
  }

  @Test
  void whatALayerNamesInVainIsSaidToolByTool() {
    LimitOverrides layer = LimitLayers.ofTools("git:search", "git:serch", "away:x", "b:c");
    assertThat(TOOLS.problems("tools-config", layer))
        .satisfiesExactly(
            it -> assertThat(it).startsWith("tools-config.b:c changes nothing: it names the MCP"),
            it -> assertThat(it).startsWith("tools-config.git:serch changes nothing: it names"));
  }
}
