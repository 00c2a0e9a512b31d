package io.outlast.settings;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.CommandLinePropertySource;
import org.springframework.core.io.Resource;

/**
 * Where something was written, in words.
 *
 * @param text as messages show it
 */
public record Place(String text) implements Origin {

  @Override
  public String toString() {
    return text;
  }

  static String of(@Nullable Origin origin) {
    return switch (origin) {
      case null -> "configuration";
      case TextResourceOrigin text when text.getResource() != null -> inFile(text);
      case PropertySourceOrigin property
          when property.getPropertySource() instanceof CommandLinePropertySource ->
          "command line";
      case PropertySourceOrigin property -> property.getPropertySource().getName();
      default -> origin.toString();
    };
  }

  private static String inFile(TextResourceOrigin origin) {
    TextResourceOrigin.Location location = origin.getLocation();
    String name = name(origin.getResource());
    return location == null ? name : name + ":" + (location.getLine() + 1);
  }

  static String name(@Nullable Resource resource) {
    if (resource == null) {
      return "configuration";
    }
    try {
      return resource.isFile() ? resource.getFile().getPath() : resource.getDescription();
    } catch (IOException e) {
      return resource.getDescription();
    }
  }
}
