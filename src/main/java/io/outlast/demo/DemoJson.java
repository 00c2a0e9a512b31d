package io.outlast.demo;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as maps and lists, on Jackson's streaming layer alone: the object mapper would double the
 * time this server takes to start.
 */
final class DemoJson {

  private static final JsonFactory FACTORY = new JsonFactory();

  private DemoJson() {}

  /**
   * @throws StreamReadException when the text is not a JSON object
   */
  static Map<String, Object> readObject(String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new StreamReadException(parser, "not an object");
      }
      return object(parser);
    }
  }

  static byte[] write(Map<String, Object> message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      write(generator, message);
    }
    return out.toByteArray();
  }

  /** The object under a name; empty when there is none. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> child(Map<String, Object> object, String name) {
    return object.get(name) instanceof Map<?, ?> child ? (Map<String, Object>) child : Map.of();
  }

  /** The text under a name. */
  static String text(Map<String, Object> object, String name, String otherwise) {
    return object.get(name) instanceof String text ? text : otherwise;
  }

  private static Map<String, Object> object(JsonParser parser) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      Object value = value(parser);
      if (value != null) {
        object.put(name, value);
      }
    }
    return object;
  }

  private static List<Object> array(JsonParser parser) {
    List<Object> array = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      Object value = value(parser);
      if (value != null) {
        array.add(value);
      }
    }
    return array;
  }

  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case null -> throw new StreamReadException(parser, "cut off");
      case END_OBJECT, END_ARRAY, PROPERTY_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new StreamReadException(parser, "unexpected " + parser.currentToken());
    };
  }

  private static void write(JsonGenerator generator, Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        generator.writeStartObject();
        map.forEach((name, child) -> {
          generator.writeName((String) name);
          write(generator, child);
        });
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        list.forEach(child -> write(generator, child));
        generator.writeEndArray();
      }
      case String text -> generator.writeString(text);
      case Boolean truth -> generator.writeBoolean(truth);
      case Number number -> generator.writeNumber(number.toString());
      default -> throw new IllegalArgumentException("no JSON: " + value.getClass());
    }
  }
}
