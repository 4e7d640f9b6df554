import { getCompileCacheDir } from "node:module";
import { getPriority } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { BoundedError } from "./bounded-error.ts";
import { type BoundedTaskOptions, createBoundedPool } from "./bounded-pool.ts";

const module = join(dirname(fileURLToPath(import.meta.url)), "testing-tasks.ts");
const pool = createBoundedPool({ size: 1, maxWaiting: 2, maxMegabytes: 200 });
afterAll(() => pool.close());

const run = <Output>(name: string, input: unknown = null, options: Partial<BoundedTaskOptions> = {}) =>
  pool.run<Output>({ module, name }, input, { cpuSeconds: 5, ...options });

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test("a task runs in another process, and one process serves task after task", async () => {
  const first = await run<{ value: number; pid: number }>("double", { value: 4 });
  const second = await run<{ value: number; pid: number }>("double", { value: 5 });

  expect([first.value, second.value]).toEqual([8, 10]);
  expect(first.pid).not.toBe(process.pid);
  expect(second.pid).toBe(first.pid);
});

test("a module is loaded ahead of its first task, and a missing one is reported", async () => {
  await using stack = new AsyncDisposableStack();
  const open = () => stack.adopt(createBoundedPool({ size: 2 }), (opened) => opened.close());
  const prepared = open();
  await prepared.prepare(module);
  // There is a process already: this does not start another.
  await prepared.prepare(`${module}.none`);

  await expect(open().prepare(`${module}.none`)).rejects.toThrow("Cannot find module");
});

test("a process that has had nothing to do for a while ends, and the next task gets another", async () => {
  await using stack = new AsyncDisposableStack();
  const brief = stack.adopt(createBoundedPool({ size: 1, idleMs: 50 }), (opened) => opened.close());
  const pidOf = async () =>
    (await brief.run<{ pid: number }>({ module, name: "double" }, { value: 1 }, { cpuSeconds: 5 })).pid;
  const first = await pidOf();
  await expect.poll(() => isRunning(first)).toBe(false);

  expect(await pidOf()).not.toBe(first);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the process sees no variable of this one but where compiled code is kept", async () => {
  const kept = getCompileCacheDir();

  expect(await run("readEnvironment")).toEqual(kept === undefined ? {} : { NODE_COMPILE_CACHE: dirname(kept) });
});

test("its processes leave the machine to this one", async () => {
  const { pid } = await run<{ pid: number }>("double", { value: 1 });

  expect(getPriority(pid)).toBeGreaterThan(getPriority());
});

test.each(["regex", "search"])("a %s that never ends is ended, by the item it was at", async (kind) => {
  const items = [
    { name: "a.md", kind: "fine" },
    { name: "b.md", kind },
    { name: "c.md", kind: "fine" },
  ];
  const failure = await failureOf(run("readAll", items, { cpuSeconds: 0.2 }));

  expect(failure).toBeInstanceOf(BoundedError);
  expect(failure).toMatchObject({
    reason: "cpu",
    item: "b.md",
    message: "Reading b.md took more than 0.2 s of CPU time.",
  });
  expect(await run("double", { value: 2 })).toMatchObject({ value: 4 });
});

test("this process stays free while a task never ends", async () => {
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  const work = run("askAndNeverEnd", null, {
    cpuSeconds: 1e6,
    signal: stopping.signal,
    answers: { begun: async () => begun.resolve() },
  });
  // No bound ends this task: whatever runs here meanwhile runs beside it.
  const failure = failureOf(work);
  await begun.promise;
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stopping.abort(new Error("stopped"));

  expect(await failure).toMatchObject({ message: "stopped" });
});

test("a task without memory is survived, and named where it was", async () => {
  const failure = await failureOf(run("readAll", [{ name: "big.md", kind: "memory" }], { cpuSeconds: 60 }));

  expect(failure).toMatchObject({ name: "BoundedError", reason: "memory", item: "big.md" });
  expect(await failureOf(run("fillAtOnce", null, { cpuSeconds: 60 }))).toMatchObject({ reason: "memory", item: null });
  expect(await run("double", { value: 3 })).toMatchObject({ value: 6 });
});

test("each item has the time for itself, and the task has a bound of its own", async () => {
  expect(await run("manyShort", { count: 14, ms: 25 }, { cpuSeconds: 0.3 })).toBe(14);

  // An item of next to nothing never takes what an item may, whatever else the process does between two of them.
  const endless = await failureOf(run("manyShort", { count: 1e9, ms: 0 }, { cpuSeconds: 0.02 }));
  expect(endless).toMatchObject({ reason: "cpu", item: null, message: "The work took more than 1.2 s of CPU time." });
});

test("time that a task waits is no CPU time", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = run("waitFor", null, { cpuSeconds: 0.5, answers: { wait: () => promise } });
  setTimeout(() => resolve("answer"), 1_000);

  expect(await waiting).toBe("answer");
});

test("a task asks who started it, and what an answer throws comes out unchanged", async () => {
  const look = async (name: string) => `${name}!`;
  const error = new TypeError("no");

  expect(await run("askFor", "page", { answers: { look } })).toBe("page!");
  expect(await failureOf(run("askFor", "page", { answers: { look: () => Promise.reject(error) } }))).toBe(error);
});

test("what a task throws comes out by name and message", async () => {
  await expect(run("fail")).rejects.toMatchObject({ name: "RangeError", message: "No such page." });
  await expect(run("none")).rejects.toThrow("has no task none");
});

test("a task is given up when its signal is aborted, at work and while it waits", async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const begun = Promise.withResolvers<void>();
  const wait = () => {
    begun.resolve();
    return new Promise(() => undefined);
  };
  const works = failureOf(run("waitFor", null, { signal, answers: { wait } }));
  const waits = failureOf(run("double", { value: 1 }, { signal }));
  await begun.promise;
  stopping.abort(new Error("stopped"));

  expect(await works).toMatchObject({ message: "stopped" });
  expect(await waits).toMatchObject({ message: "stopped" });
  expect(await run("double", { value: 1 })).toMatchObject({ value: 2 });
});

test("more than may wait is refused", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = run("waitFor", null, { answers: { wait: () => promise } });
  const others = [run("double", { value: 1 }), run("double", { value: 2 })];

  expect(await failureOf(run("double", { value: 3 }))).toMatchObject({ name: "BoundedError", reason: "busy" });
  resolve();
  await Promise.all([first, ...others]);
});

test("an owner with many slow tasks leaves a process and places to wait to the others", async () => {
  await using stack = new AsyncDisposableStack();
  const shared = createBoundedPool({ size: 2, maxWaiting: 8 });
  stack.defer(() => shared.close());
  const never = { cpuSeconds: 5, answers: { wait: () => new Promise(() => undefined) } };
  const slow = Array.from({ length: 6 }, () =>
    failureOf(shared.run({ module, name: "waitFor" }, null, { ...never, owner: "slow" })),
  );

  for (let value = 0; value < 5; value += 1)
    expect(await shared.run({ module, name: "double" }, { value }, { cpuSeconds: 5, owner: "other" })).toMatchObject({
      value: 2 * value,
    });

  expect(await slow[5]).toMatchObject({ reason: "busy" });
});

test("a closed pool lets nothing wait for ever", async () => {
  const closing = createBoundedPool({ size: 1 });
  const options = { cpuSeconds: 5, answers: { wait: () => new Promise(() => undefined) } };
  const works = failureOf(closing.run({ module, name: "waitFor" }, null, options));
  const waits = failureOf(closing.run({ module, name: "waitFor" }, null, options));
  closing.close();

  expect(await works).toMatchObject({ name: "BoundedError", reason: "crash" });
  expect(await waits).toMatchObject({ message: "The pool is closed." });
});
