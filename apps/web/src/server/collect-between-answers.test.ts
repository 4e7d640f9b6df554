import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { WEB_FLAGS } from "@docsteward/platform/web-flags";
import { expect, test } from "vitest";

const MODULE = new URL("collect-between-answers.ts", import.meta.url).href;

/** The beginning of a process that answers requests in five turns of its event loop, each of which leaves almost a megabyte behind. */
const SERVER = `
  const { createServer, get } = await import("node:http");
  const { once } = await import("node:events");
  const { constants, PerformanceObserver } = await import("node:perf_hooks");
  const { setImmediate: turn, setTimeout: wait } = await import("node:timers/promises");
  const { getHeapSpaceStatistics } = await import("node:v8");
  const { collectBetweenAnswers } = await import(${JSON.stringify(MODULE)});
  const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_used_size;
  const count = { all: 0, during: 0 };
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MINOR) count.all += 1;
  }).observe({ entryTypes: ["gc"] });
  let collectAfter = collectBetweenAnswers();
  let kept;
  const server = createServer(async (request, response) => {
    collectAfter(response, false);
    if (request.url === "/slow") await wait(900);
    for (let at = 0; at < 5; at++) {
      const before = young();
      kept = Array.from({ length: 12_000 }, (_, at) => ({ at, text: "a" + at }));
      await turn();
      if (young() < before) count.during += 1;
    }
    response.end("answer");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const ask = async (path) => {
    const [response] = await once(get({ port: server.address().port, path, agent: false }), "response");
    await once(response.resume(), "end");
    await wait(20);
  };`;

async function run(script: string): Promise<unknown> {
  const end = `await wait(50); console.log(JSON.stringify(result)); process.exit();`;
  const flags = [...WEB_FLAGS, "--input-type=module", "--eval", `${SERVER}\n${script}\n${end}`];
  return JSON.parse((await promisify(execFile)(process.execPath, flags)).stdout);
}

test("garbage is collected between answers, and not during them as V8 does", async () => {
  const ask = "for (let at = 0; at < 40; at++) await ask('/'); await wait(50); const result = count;";

  const ours = (await run(ask)) as { all: number; during: number };
  const ofV8 = (await run(`collectAfter = () => undefined; ${ask}`)) as { all: number; during: number };

  expect(ours.all).toBeGreaterThan(2);
  expect(ours.during).toBeLessThan(ofV8.during);
});

test("an answer that is under way is not held up by it: it comes after that", async () => {
  const result = await run(`
    const slow = ask("/slow");
    for (let at = 0; at < 3; at++) await ask("/");
    await wait(50);
    const result = { beside: count.all };
    await slow;
    await wait(50);
    result.afterwards = count.all;`);

  expect(result).toEqual({ beside: 0, afterwards: 1 });
});
