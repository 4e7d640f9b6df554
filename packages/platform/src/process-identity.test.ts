import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isAway, ownProcess } from "./process-identity.ts";

test("this process is there, and another that had its id earlier is not", ({ skip }) => {
  const own = ownProcess();
  if (own === null) return skip("this system does not tell");

  expect(isAway(own)).toBe(false);
  expect(isAway(own.replace(/\d+$/, "1"))).toBe(true);
});

test("a process is away while it is stopped, and once it was killed", async ({ skip }) => {
  const [boot, namespace] = ownProcess()?.split(" ") ?? [];
  if (boot === undefined) return skip("this system does not tell");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const name = `${boot} ${namespace} ${child.pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  expect(isAway(name)).toBe(false);

  child.kill("SIGSTOP");
  await expect.poll(() => isAway(name)).toBe(true);
  child.kill("SIGCONT");
  await expect.poll(() => isAway(name)).toBe(false);

  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;

  expect(isAway(name)).toBe(true);
});

test.each([["other-boot pid:[1] 1 1"], [""], ["nothing"], [`${ownProcess()?.split(" ")[0]} pid:[1] 999999 1`]])(
  "nothing is said of %s",
  (name) => {
    expect(isAway(name)).toBe(false);
  },
);
