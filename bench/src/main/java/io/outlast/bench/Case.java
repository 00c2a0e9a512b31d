package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;

/** One thing that is measured. */
interface Case {

  /** Measures; blocks for as long as that takes. */
  JsonObject measure(Path jar) throws Exception;
}
