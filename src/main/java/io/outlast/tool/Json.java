package io.outlast.tool;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as tools get and give it: strict, and numbers keep every digit. */
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private Json() {}

  static Object read(String text) throws JacksonException {
    return MAPPER.readValue(text, Object.class);
  }

  static String write(Map<?, ?> value) {
    return MAPPER.writeValueAsString(value);
  }
}
