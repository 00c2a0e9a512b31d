package io.outlast.api;

import io.outlast.journal.JournalEntry;
import io.outlast.run.RunEvent;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event as it goes over the wire: one message of an event stream (HTML Standard, section 9.2.5).
 *
 * @param last whether nothing follows it, ever
 * @param bytes shared by all readers and never changed
 */
record Frame(long seq, boolean last, byte[] bytes) {

  static Frame of(JournalEntry entry, JsonMapper json) {
    // JSON has no raw line ends, so the data is one line.
    String message =
        "id: "
            + entry.seq()
            + "\nevent: "
            + entry.event().type()
            + "\ndata: "
            + json.writeValueAsString(EventView.of(entry))
            + "\n\n";
    return new Frame(
        entry.seq(),
        entry.event() instanceof RunEvent.Finished,
        message.getBytes(StandardCharsets.UTF_8));
  }
}
