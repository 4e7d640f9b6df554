import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isGone, ownProcess } from "./process-identity.ts";

test("this process is there, and another that had its id earlier is not", ({ skip }) => {
  const own = ownProcess();
  if (own === null) return skip("this system does not tell");

  expect(isGone(own)).toBe(false);
  expect(isGone(own.replace(/\d+$/, "1"))).toBe(true);
});

test("a process is gone once it was killed", async ({ skip }) => {
  const [boot, namespace] = ownProcess()?.split(" ") ?? [];
  if (boot === undefined) return skip("this system does not tell");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const name = `${boot} ${namespace} ${child.pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  expect(isGone(name)).toBe(false);

  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;

  expect(isGone(name)).toBe(true);
});

test.each([["other-boot pid:[1] 1 1"], [""], ["nothing"], [`${ownProcess()?.split(" ")[0]} pid:[1] 999999 1`]])(
  "nothing is said of %s",
  (name) => {
    expect(isGone(name)).toBe(false);
  },
);
