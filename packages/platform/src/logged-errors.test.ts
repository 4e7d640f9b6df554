import { beforeEach, expect, test } from "vitest";
import { createRecordingLog } from "./log.ts";
import { takeLoggedErrors } from "./logged-errors.ts";

const log = createRecordingLog(() => undefined).child({ requestId: "req_1" });
const said = () => takeLoggedErrors().map(({ message, requestId }) => [message, requestId]);

// Other tests of this process log errors, too.
beforeEach(() => void takeLoggedErrors());

test("errors are kept with their reason and their request until they are taken, and other lines aren't", () => {
  log.warn("a warning");
  log.error({ err: new Error("no route") }, "request failed");
  log.error({ error: "no disk", requestId: "req_2" }, "worker is paused");
  log.fatal("the end");

  expect(said()).toEqual([
    ["request failed: no route", "req_1"],
    ["worker is paused: no disk", "req_2"],
    ["the end", "req_1"],
  ]);
  expect(said()).toEqual([]);
});

test("a flood of errors keeps the newest, each cut to a bound", () => {
  for (let at = 0; at < 1_000; at += 1) log.error(`${at} ${"x".repeat(10_000)}`);

  const kept = said();
  expect(kept).toHaveLength(50);
  expect(kept.at(-1)?.[0]).toMatch(/^999 x{496}$/);
});
