import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFairGate, type Elsewhere } from "./fair-gate.ts";

// The gate's clock stands still: on a busy machine a few turns may last longer than what it calls a long request.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A gate with what has begun, in order. */
function openGate(elsewhere?: Elsewhere) {
  const gate = createFairGate(elsewhere);
  const begun: string[] = [];
  const begunElsewhere: string[] = [];
  const open: (() => void)[] = [];
  const enter = (caller: string, name = caller, { network = "", bytes = 0 } = {}) =>
    gate.enter({ caller, network, bytes }, (onAnswered, isElsewhere) => {
      (isElsewhere ? begunElsewhere : begun).push(name);
      onAnswered();
    });
  /** A request that is not answered before `open` says so. */
  const enterSlow = (caller: string) =>
    gate.enter({ caller, network: "", bytes: 0 }, (onAnswered) => {
      begun.push(caller);
      open.push(onAnswered);
    });
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await nextTurn();
  };
  return { enter, enterSlow, open, begun, begunElsewhere, turns };
}

test("a request begins immediately while few others do", async () => {
  const { enter, begun, turns } = openGate();
  enter("a");
  expect(begun).toEqual(["a"]);

  await turns(2);
  enter("b");
  expect(begun).toEqual(["a", "b"]);
});

test("a flood begins two requests a turn, and all of it in the end", async () => {
  const { enter, begun, turns } = openGate();
  for (let request = 0; request < 500; request += 1) enter("flood");
  expect(begun).toHaveLength(2);

  await turns(10);
  expect(begun.length).toBeLessThanOrEqual(24);
  await turns(300);
  expect(begun).toHaveLength(500);
});

test("another caller comes before the rest of a flood, and not behind it", async () => {
  const { enter, begun, turns } = openGate();
  for (let request = 0; request < 500; request += 1) enter("flood");
  await turns(5);
  const before = begun.length;
  enter("other");
  await turns(1);

  expect(begun.slice(before, before + 3)).toContain("other");
});

test("callers with many requests take turns", async () => {
  const { enter, begun, turns } = openGate();
  for (let request = 0; request < 100; request += 1) enter("a");
  for (let request = 0; request < 100; request += 1) enter("b");
  await turns(25);

  const of = (caller: string) => begun.filter((one) => one === caller).length;
  expect(Math.abs(of("a") - of("b"))).toBeLessThanOrEqual(2);
});

test("a caller that was away does not make up for it", async () => {
  const { enter, begun, turns } = openGate();
  for (let request = 0; request < 200; request += 1) enter("busy");
  await turns(60);
  for (let request = 0; request < 50; request += 1) enter("late");
  const before = begun.length;
  await turns(20);

  const since = begun.slice(before);
  expect(since.filter((one) => one === "busy").length).toBeGreaterThan(since.length / 3);
});

test("requests of one caller begin in their order", async () => {
  const { enter, begun, turns } = openGate();
  for (let request = 0; request < 10; request += 1) enter("a", String(request));
  await turns(10);

  expect(begun).toEqual(Array.from({ length: 10 }, (_, request) => String(request)));
});

test("a flood with a site's key holds up no reader of that site on another network", async () => {
  const { enter, begun, turns } = openGate();
  for (let request = 0; request < 500; request += 1) enter("site", "flood", { network: "192.0.2.1" });
  await turns(5);
  for (let reader = 0; reader < 5; reader += 1) enter("site", "reader", { network: `198.51.100.${reader}` });
  await turns(6);

  expect(begun.filter((name) => name === "reader")).toHaveLength(5);
});

test("a caller with 24 requests whose answers have not begun waits for one of them, and others do not", async () => {
  const { enter, enterSlow, open, begun, turns } = openGate();
  for (let request = 0; request < 100; request += 1) enterSlow("flood");
  await turns(40);
  expect(begun).toHaveLength(24);

  for (const onAnswered of open.splice(0, 5)) {
    onAnswered();
    onAnswered();
  }
  await turns(10);
  expect(begun.filter((caller) => caller === "flood")).toHaveLength(29);

  enter("other");
  expect(begun.at(-1)).toBe("other");
});

test("a caller has 4 unanswered requests at a time while another caller is there, and 24 a second after it has left", async () => {
  const { enter, enterSlow, begun, turns } = openGate();
  enter("other");
  for (let request = 0; request < 100; request += 1) enterSlow("flood");
  await turns(40);
  const beside = begun.filter((caller) => caller === "flood").length;
  // Without the timers of the requests, which would be taken for long ones.
  const left = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_100);
  enterSlow("flood");
  await turns(40);
  left.mockRestore();

  expect([beside, begun.filter((caller) => caller === "flood").length]).toEqual([4, 24]);
});

test("a request that takes long is not counted any more", async () => {
  const { enterSlow, begun, turns } = openGate();
  for (let request = 0; request < 30; request += 1) enterSlow("patient");
  await turns(20);
  expect(begun).toHaveLength(24);

  vi.advanceTimersByTime(1_000);
  await turns(10);
  expect(begun).toHaveLength(30);
});

test("a caller whose answers are slow gives no one who comes later a place before those who wait", async () => {
  const { enter, enterSlow, open, begun, turns } = openGate();
  enter("waiting");
  for (let request = 0; request < 30; request += 1) enterSlow("slow");
  for (let request = 0; request < 100; request += 1) enter("waiting");
  await turns(8);
  for (const onAnswered of open.splice(0, 4)) onAnswered();
  await turns(1);
  for (let request = 0; request < 100; request += 1) enter("new");
  const before = begun.length;
  await turns(10);

  const since = begun.slice(before);
  expect(since.filter((caller) => caller === "waiting").length).toBeGreaterThan(since.length / 3);
});

describe("a caller that began far more requests lately than another", () => {
  /** A gate where one caller has begun 60 requests, and more of its requests wait than begin soon. */
  async function openFlooded() {
    const gate = openGate();
    for (let request = 0; request < 60; request += 1) gate.enter("flood");
    await gate.turns(40);
    return gate;
  }

  test("begins none while a request of the other waits for its answer", async () => {
    const { enter, enterSlow, open, begun, turns } = await openFlooded();
    enterSlow("other");
    for (let request = 0; request < 10; request += 1) enter("flood");
    await turns(10);
    expect(begun).toHaveLength(61);

    open[0]?.();
    await turns(10);
    expect(begun).toHaveLength(71);
  });

  test("begins one at a time beside it", async () => {
    const { enter, enterSlow, open, begun, turns } = await openFlooded();
    enter("other");
    for (let request = 0; request < 10; request += 1) enterSlow("flood");
    await turns(10);
    expect(begun).toHaveLength(62);

    open[0]?.();
    await turns(10);
    expect(begun).toHaveLength(63);
  });

  test("begins one every 40 ms however slow the answers are, and four of its own at most", async () => {
    const { enterSlow, begun, turns } = await openFlooded();
    enterSlow("other");
    for (let request = 0; request < 10; request += 1) enterSlow("flood");
    await turns(10);
    const counts = [];
    for (let wait = 0; wait < 6; wait += 1) {
      vi.advanceTimersByTime(40);
      await turns(3);
      counts.push(begun.length);
    }

    expect(counts).toEqual([62, 63, 64, 65, 65, 65]);
  });

  test("is held up by no request of the other that takes long", async () => {
    const { enter, enterSlow, begun, turns } = await openFlooded();
    enterSlow("other");
    vi.advanceTimersByTime(50);
    enter("flood");
    await turns(2);

    expect(begun).toHaveLength(62);
  });

  test("is one with large bodies, too", async () => {
    const { enter, enterSlow, begun, turns } = openGate();
    for (let request = 0; request < 4; request += 1) enter("large", "large", { bytes: 800_000 });
    await turns(4);
    enter("other");
    for (let request = 0; request < 4; request += 1) enterSlow("large");
    await turns(10);

    expect(begun).toEqual(["large", "large", "large", "large", "other", "large"]);
  });

  test("waits no longer once the other has left", async () => {
    const { enter, begun, turns } = await openFlooded();
    enter("other");
    vi.advanceTimersByTime(1_100);
    for (let request = 0; request < 40; request += 1) enter("flood");
    await turns(40);

    expect(begun).toHaveLength(101);
  });
});

describe("a caller that sends a lot", () => {
  /** A gate with a second process, where two callers have begun so many requests. */
  async function openBeside({ flood = 150, other = 5, isReady = true }) {
    const wanted = vi.fn();
    const gate = openGate({ isReady: () => isReady, want: wanted });
    for (let request = 0; request < other; request += 1) gate.enter("other");
    for (let request = 0; request < flood; request += 1) gate.enter("flood");
    for (let step = 0; step < flood; step += 1) {
      vi.advanceTimersByTime(10);
      await gate.turns(1);
      // It stays present.
      if (step % 20 === 0) gate.enter("other");
    }
    await gate.turns(2);
    return { ...gate, wanted };
  }

  test("begins elsewhere while another is present, and the other does not", async () => {
    const { begun, begunElsewhere, wanted } = await openBeside({});

    expect(wanted).toHaveBeenCalled();
    expect(new Set(begunElsewhere)).toEqual(new Set(["flood"]));
    expect(begun.filter((caller) => caller === "other")).toHaveLength(13);
    expect(begun.length + begunElsewhere.length).toBe(163);
  });

  test("begins here for as long as the second process is not ready", async () => {
    const { begunElsewhere, wanted } = await openBeside({ isReady: false });

    expect(wanted).toHaveBeenCalled();
    expect(begunElsewhere).toEqual([]);
  });

  test("is one network of it: its readers elsewhere are answered here", async () => {
    const { enter, begun, begunElsewhere, turns } = await openBeside({});
    const before = begunElsewhere.length;
    enter("flood", "its reader", { network: "198.51.100.1" });
    vi.advanceTimersByTime(50);
    await turns(2);

    expect(begun.at(-1)).toBe("its reader");
    expect(begunElsewhere).toHaveLength(before);
  });

  test("begins here once it was alone for ten seconds", async () => {
    const { enter, begun, turns } = await openBeside({});
    vi.advanceTimersByTime(11_000);
    enter("flood");
    await turns(2);

    expect(begun.at(-1)).toBe("flood");
  });

  test("is none that sends as much as the other", async () => {
    const { begunElsewhere, wanted } = await openBeside({ flood: 150, other: 150 });

    expect(wanted).not.toHaveBeenCalled();
    expect(begunElsewhere).toEqual([]);
  });

  test("is none that is alone", async () => {
    const wanted = vi.fn();
    const { enter, begun, turns } = openGate({ isReady: () => true, want: wanted });
    for (let request = 0; request < 300; request += 1) enter("alone");
    await turns(200);

    expect(wanted).not.toHaveBeenCalled();
    expect(begun).toHaveLength(300);
  });

  test("begins here again a minute after it sent a lot", async () => {
    const { enter, begun, begunElsewhere, turns } = await openBeside({});
    const before = begunElsewhere.length;
    enter("flood");
    await turns(2);
    expect(begunElsewhere).toHaveLength(before + 1);

    vi.advanceTimersByTime(61_000);
    enter("other");
    enter("flood");
    await turns(2);
    expect(begunElsewhere).toHaveLength(before + 1);
    expect(begun.at(-1)).toBe("flood");
  });
});
