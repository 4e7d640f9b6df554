import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Running } from "./running-process.ts";
import { type SupervisedProcess, superviseProcess } from "./supervise-process.ts";

/** A process of the test's own making: `end` lets it die. */
function makeProcesses({ ready = new Promise<void>(() => undefined) } = {}) {
  const started: (Running & { end(how: string): void })[] = [];
  const waiting: (() => void)[] = [];
  const start = async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = {
      pid: started.length + 1,
      ready,
      exited: promise,
      end: resolve,
      stop: async () => resolve("stopped"),
      kill: () => resolve("killed"),
    };
    started.push(running);
    for (const tell of waiting.splice(0)) tell();
    return running;
  };
  const untilStarted = async (count: number) => {
    while (started.length < count) await new Promise<void>((tell) => waiting.push(tell));
  };
  return { started, start, untilStarted };
}

const keep = (start: () => Promise<Running>, lines: string[] = []): Promise<SupervisedProcess> =>
  superviseProcess({ name: "worker", start, onLine: (line) => lines.push(line), firstDelayMs: 1 });

test("a process that dies is started again, and a line says how it ended", async () => {
  const { started, start, untilStarted } = makeProcesses();
  const lines: string[] = [];
  const kept = await keep(start, lines);

  started[0]?.end("signal SIGKILL");
  await untilStarted(2);

  expect(lines).toEqual(["worker exited (signal SIGKILL), restarting in 0.0 s"]);
  await kept.stop();
});

test("each failure in a row makes the next pause longer", async () => {
  const { started, start, untilStarted } = makeProcesses();
  const lines: string[] = [];
  const kept = await superviseProcess({ name: "web", start, onLine: (line) => lines.push(line), firstDelayMs: 100 });

  started[0]?.end("exit code 1");
  await untilStarted(2);
  started[1]?.end("exit code 1");
  await untilStarted(3);

  expect(lines.map((line) => line.split(" in ")[1])).toEqual(["0.1 s", "0.2 s"]);
  await kept.stop();
});

test("one that had been at work is started again without a longer pause", async () => {
  const { started, start, untilStarted } = makeProcesses({ ready: Promise.resolve() });
  const lines: string[] = [];
  const kept = await superviseProcess({ name: "web", start, onLine: (line) => lines.push(line), firstDelayMs: 100 });

  started[0]?.end("exit code 1");
  await untilStarted(2);
  await wait(1_100);
  started[1]?.end("signal SIGKILL");
  await untilStarted(3);

  expect(lines.map((line) => line.split(" in ")[1])).toEqual(["0.1 s", "0.1 s"]);
  await kept.stop();
});

test("one that was killed when it had just become ready is started again without a longer pause", async () => {
  const { started, start, untilStarted } = makeProcesses({ ready: Promise.resolve() });
  const lines: string[] = [];
  const kept = await superviseProcess({ name: "web", start, onLine: (line) => lines.push(line), firstDelayMs: 100 });

  for (const count of [1, 2, 3]) {
    await wait(10);
    started[count - 1]?.end("signal SIGKILL");
    await untilStarted(count + 1);
  }

  expect(lines.map((line) => line.split(" in ")[1])).toEqual(["0.1 s", "0.1 s", "0.1 s"]);
  await kept.stop();
});

test("a start that fails later on is tried again", async () => {
  const { started, start, untilStarted } = makeProcesses();
  const lines: string[] = [];
  let calls = 0;
  const kept = await keep(async () => {
    calls += 1;
    if (calls === 2) throw new Error("no room");
    return start();
  }, lines);

  started[0]?.end("exit code 1");
  await untilStarted(2);

  expect(lines[1]).toContain("no room");
  await kept.stop();
});

test("the very first failure is the caller's to handle", async () => {
  await expect(keep(async () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
});

test("a restart happens immediately and is no failure", async () => {
  const { start, untilStarted } = makeProcesses();
  const lines: string[] = [];
  const kept = await keep(start, lines);

  await kept.restart();
  await untilStarted(2);

  expect(lines).toEqual([]);
  await kept.stop();
});

test("a restart ends the pause of a process that is down", async () => {
  const { started, start, untilStarted } = makeProcesses();
  const down = Promise.withResolvers<void>();
  const kept = await superviseProcess({ name: "worker", start, onLine: () => down.resolve(), firstDelayMs: 3_600_000 });

  started[0]?.end("exit code 1");
  await down.promise;
  await kept.restart();
  await untilStarted(2);

  await kept.stop();
  expect(started).toHaveLength(2);
});

test("after stop nothing is started any more", async () => {
  const { started, start } = makeProcesses();
  const kept = await keep(start);

  await kept.stop();

  expect(started).toHaveLength(1);
  expect(kept.pid).toBeNull();
});
