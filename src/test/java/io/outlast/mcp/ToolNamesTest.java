package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.tool.Effect;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolNamesTest {

  @Test
  void aPlainNameIsServerAndTool() {
    assertThat(ToolNames.exposed(new ToolRef("one", "x_y"))).isEqualTo("one__x_y");
  }

  @Test
  void namesThatWouldBecomeAlikeStayApartAndSafe() {
    String longName = "a_rather_long_tool_name_that_goes_on_and_on_until_it_is_too_long_";
    List<ToolRef> tools =
        List.of(
            new ToolRef("one", "x_y"),
            new ToolRef("one", "x.y"),
            new ToolRef("one", "x/y"),
            new ToolRef("one", longName + "first"),
            new ToolRef("one", longName + "second"),
            new ToolRef("a", "_b"),
            new ToolRef("a_", "b"),
            new ToolRef("a", "b__c"),
            new ToolRef("a__b", "c"),
            new ToolRef("größe", "é"),
            new ToolRef("gr__e", "_"));
    assertThat(tools)
        .extracting(ToolNames::exposed)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("[a-zA-Z0-9_-]{1,64}"));
    assertThat(ToolNames.exposed(tools.get(1)))
        .isEqualTo(ToolNames.exposed(new ToolRef("one", "x.y")));
  }

  @Test
  void aToolThatTakesTheHashedNameOfAnotherDoesNotReplaceIt() {
    ToolRef hashed = new ToolRef("one", "x.y");
    String taken = ToolNames.exposed(hashed);
    ToolRef thief = new ToolRef("one", taken.substring("one__".length()));
    ToolCatalogue catalogue = ToolCatalogue.of(List.of(List.of(spec(hashed), spec(thief))));
    assertThat(catalogue.tools()).extracting(ToolSpec::exposedName).doesNotHaveDuplicates();
    assertThat(catalogue.tools()).extracting(ToolSpec::ref).contains(hashed, thief);
  }

  @Test
  void globsChooseByName() {
    assertThat(ToolGlob.offers(List.of("*"), List.of("delete_*"), "delete_all")).isFalse();
    assertThat(ToolGlob.offers(List.of("get_?", "x.y"), List.of(), "get_a")).isTrue();
    assertThat(ToolGlob.offers(List.of("x.y"), List.of(), "xzy")).isFalse();
    assertThat(ToolGlob.offers(List.of(), List.of(), "any")).isFalse();
  }

  private static ToolSpec spec(ToolRef ref) {
    return new ToolSpec(ToolNames.exposed(ref), ref, "", Map.of(), Effect.SIDE_EFFECTING);
  }
}
