package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

@NullUnmarked
@SuppressWarnings("unchecked")
class SchemaRepairTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          null | {"type":"object","properties":{}}
          true | {"type":"object","properties":{}}
          {}   | {"type":"object","properties":{}}
          {"type":"object"} | {"type":"object","properties":{}}
          {"type":null,"properties":null} | {"type":"object","properties":{}}
          {"type":["object","null"],"properties":{"a":{"type":"string"}}} | {"type":"object","properties":{"a":{"type":"string"}}}
          {"type":"object","properties":3,"required":"a"} | {"type":"object","properties":{}}
          {"properties":{"a":true,"b":false,"c":null},"required":["a","b",1]} | {"type":"object","properties":{"a":{},"c":{}},"required":["a"]}
          {"type":"object","properties":{"a":{"type":"array"}}} | {"type":"object","properties":{"a":{"type":"array","items":{}}}}
          {"type":"object","properties":{"a":{"$ref":"#/$defs/nowhere","description":"d"}}} | {"type":"object","properties":{"a":{"description":"d"}}}
          {"type":"object","properties":{"a":{"$ref":"https://x.test/s"}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{"$ref":"#/definitions/T"}},"definitions":{"T":{"type":"string"},"U":{}}} | {"type":"object","properties":{"a":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"string"}}}
          {"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"n":{"$ref":"#/$defs/T"}}}}} | {"type":"object","properties":{"n":{"$ref":"#/$defs/T"}},"$defs":{"T":{"type":"object","properties":{"n":{"$ref":"#/$defs/T"}}}}}
          {"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}}} | {"type":"object","properties":{}}
          {"anyOf":[{"properties":{"a":{}},"required":["a","c"]},{"properties":{"b":{},"c":{}},"required":["b","c"]}]} | {"type":"object","properties":{"a":{},"b":{},"c":{}},"required":["c"]}
          {"oneOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/gone"}],"$defs":{"A":{"properties":{"a":{}}}}} | {"type":"object","properties":{"a":{}}}
          {"type":"object","properties":{"a":{}},"allOf":[{"properties":{"b":{}},"required":["b"]}],"$schema":"s"} | {"type":"object","properties":{"a":{},"b":{}},"required":["b"]}
          {"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}},"additionalProperties":false} | {"type":"object","properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}},"additionalProperties":false}
          """)
  void aSchemaBecomesOneThatProvidersTake(String given, String expected) {
    assertThat(SchemaRepair.repair(json(given))).contains((Map<String, Object>) json(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"type":"string"}
          {"type":"array","items":{"type":"string"}}
          {"type":["string","null"]}
          "text"
          [1]
          """)
  void whatCanNotBeAnObjectIsLeftOut(String given) {
    assertThat(SchemaRepair.repair(json(given))).isEmpty();
  }

  @Test
  void aBottomlessSchemaIsCutShort() {
    StringBuilder deep = new StringBuilder("{}");
    for (int i = 0; i < 150; i++) {
      deep.insert(0, "{\"properties\":{\"a\":").append("}}");
    }
    assertThat(SchemaRepair.repair(json(deep.toString()))).isPresent();
  }

  private static Object json(String text) {
    return JsonMapper.shared().readValue(text, Object.class);
  }
}
