package io.outlast.journal;

import io.outlast.run.RunEvent;
import tools.jackson.databind.json.JsonMapper;

/** Writes the data of events as JSON, and reads them back. */
final class EventCodec {

  private final JsonMapper json;

  EventCodec(JsonMapper json) {
    this.json = json;
  }

  String data(RunEvent event) {
    return json.writeValueAsString(event);
  }

  RunEvent read(String type, String data) {
    Class<? extends RunEvent> kind = RunEvent.kinds().get(type);
    if (kind == null) {
      throw new IllegalStateException("The journal holds an event of the unknown type " + type);
    }
    return json.readValue(data, kind);
  }
}
