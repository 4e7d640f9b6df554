import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Order, Outcome } from "./testing-hostile-caller.ts";
import { startHostileServer } from "./testing-hostile-server.ts";

const CALLER = fileURLToPath(new URL("./testing-hostile-caller.ts", import.meta.url));
const MAX_GROWTH_BYTES = 200_000_000;

let server: Awaited<ReturnType<typeof startHostileServer>>;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

async function callInChild(order: Order): Promise<Outcome> {
  const child = fork(CALLER, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const exited = once(child, "exit");
  try {
    await once(child, "message");
    child.send(order);
    const [outcome] = await Promise.race([
      once(child, "message"),
      exited.then(() => [{ failure: "gone", grownBytes: 0 }]),
    ]);
    return outcome as Outcome;
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
}

describe.each(["settings", "environment"] as const)("a model server of the %s", (from) => {
  test.concurrent.each([
    ["endless-json", "generate", "answer_too_large"],
    ["endless-error", "generate", "failed"],
    ["endless-error", "stream", "failed"],
    ["endless-events", "stream", "answer_too_large"],
    ["one-event", "stream", "answer_too_large"],
    ["endless-lines", "stream", "answer_too_large"],
    ["endless-comments", "stream", "answer_too_large"],
  ] as const)("that answers with %s to %s holds little memory", async (kind, call, failure) => {
    const outcome = await callInChild({ url: `${server.url}/${kind}`, call, from });

    expect(outcome.failure).toBe(failure);
    expect(outcome.grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
  });
});

test.concurrent("a small body that unpacks to 400 MB is given up on its way", async () => {
  const outcome = await callInChild({ url: `${server.url}/gzip-bomb`, call: "generate", from: "environment" });

  expect(outcome.failure).toBe("answer_too_large");
  expect(outcome.grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
});

test.concurrent("headers that never end are given up", async () => {
  for (const from of ["settings", "environment"] as const) {
    const outcome = await callInChild({ url: `${server.url}/header-trickle`, call: "generate", from });

    expect(["failed", "unreachable"]).toContain(outcome.failure);
    expect(outcome.grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
  }
});

test.concurrent("an embedding server that never ends its answer is given up", async () => {
  const outcome = await callInChild({ url: `${server.url}/endless-json`, call: "embed", from: "environment" });

  expect(outcome.failure).toBe("answer_too_large");
  expect(outcome.grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
});
