import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MODULE = new URL("give-back-memory.ts", import.meta.url).href;

/** A process that has filled its heap and is quiet, or works, for a second. @returns bytes that its heap holds and doesn't use */
async function unusedAfter(then: "quiet" | "busy"): Promise<{ before: number; after: number }> {
  const script = `
    const { giveBackMemory } = await import(${JSON.stringify(MODULE)});
    const unused = () => process.memoryUsage().heapTotal - process.memoryUsage().heapUsed;
    let kept;
    for (let round = 0; round < 500 && unused() < 40_000_000; round++)
      kept = Array.from({ length: 200_000 }, (_, at) => ({ at, round }));
    kept = undefined;
    const before = unused();
    giveBackMemory({ checkMs: 100, restMs: 60_000 });
    const busy = ${JSON.stringify(then)} === "busy" ? setInterval(() => { const end = performance.now() + 10; while (performance.now() < end); }, 15) : undefined;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    clearInterval(busy);
    console.log(JSON.stringify({ before, after: unused() }));`;
  const flags = ["--input-type=module", "--max-semi-space-size=64", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  return JSON.parse(stdout) as { before: number; after: number };
}

test("a process that became quiet gives back what its heap no longer uses", async () => {
  const { before, after } = await unusedAfter("quiet");

  expect(before).toBeGreaterThan(30_000_000);
  expect(after).toBeLessThan(before / 3);
});

test("what a start leaves behind goes when the process is quiet for the first time, though nobody has collected it", async () => {
  const script = `
    const { giveBackMemory } = await import(${JSON.stringify(MODULE)});
    let kept = [];
    for (let at = 0; at < 100_000; at++) kept.push({ at, text: "a" + at });
    kept = null;
    const before = process.memoryUsage().heapUsed;
    giveBackMemory({ checkMs: 100, restMs: 60_000 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    console.log(before - process.memoryUsage().heapUsed);`;
  const flags = ["--input-type=module", "--max-semi-space-size=64", "--eval", script];
  const { stdout } = await promisify(execFile)(process.execPath, flags);

  expect(Number(stdout)).toBeGreaterThan(4_000_000);
});

test("a process that works is not held up for it", async () => {
  const { before, after } = await unusedAfter("busy");

  expect(before).toBeGreaterThan(30_000_000);
  expect(after).toBeGreaterThan(before / 2);
});
