package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.mcp.CallSlots.Slot;
import org.junit.jupiter.api.Test;

class CallSlotsTest {

  @Test
  void whoLeavesMakesRoomForTheFirstWhoWaits() {
    CallSlots slots = new CallSlots(1);
    Slot first = slots.enter();
    Slot second = slots.enter();
    Slot third = slots.enter();
    assertThat(first.granted()).isDone();
    assertThat(second.granted()).isNotDone();

    second.close();
    first.close();
    first.close();

    assertThat(second.granted()).isNotDone();
    assertThat(third.granted()).isDone();
    Slot fourth = slots.enter();
    assertThat(fourth.granted()).isNotDone();
    third.close();
    assertThat(fourth.granted()).isDone();
  }

  @Test
  void zeroIsNoLimit() {
    CallSlots slots = new CallSlots(0);
    for (int i = 0; i < 1000; i++) {
      assertThat(slots.enter().granted()).isDone();
    }
  }
}
