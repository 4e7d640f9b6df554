import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, test } from "vitest";

const hasSessionPriorities = existsSync("/proc/self/autogroup");
const MODULE = new URL("priority.ts", import.meta.url).href;

test("a process in a session of its own gives way to other sessions, and so do the processes it starts", async () => {
  const source = `
    import { spawn } from "node:child_process";
    const { lowerPriority, sharePriority } = await import(${JSON.stringify(MODULE)});
    lowerPriority(5);
    const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
    sharePriority(child.pid);
    process.send(child.pid);
    process.on("message", () => process.exit(child.kill() ? 0 : 1));
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [child] = await once(parent, "message");
  const pids = [parent.pid ?? 0, Number(child)];
  const lowered = getPriority() + 5;
  const priorities = pids.map((pid) => getPriority(pid));
  const sessions = hasSessionPriorities
    ? pids.map((pid) => readFileSync(`/proc/${pid}/autogroup`, "utf8").trim().split(" ").at(-1))
    : [];
  const threads = existsSync("/proc/self/task")
    ? readdirSync(`/proc/${parent.pid}/task`).map((thread) => getPriority(Number(thread)))
    : [];
  parent.send("end");
  await once(parent, "exit");
  expect(priorities).toEqual([lowered, lowered]);
  expect(new Set(threads)).toEqual(new Set(threads.length > 0 ? [lowered] : []));
  expect(sessions).toEqual(hasSessionPriorities ? [String(lowered), String(lowered)] : []);
});

test("a thread gives way by itself, and its process stays where it is", async () => {
  const source = `
    import { Worker } from "node:worker_threads";
    const code = 'import(process.env.PRIORITY_MODULE).then(({ lowerPriority }) => lowerPriority(5))';
    new Worker(code, { eval: true }).on("exit", () => process.send("lowered"));
    process.on("message", () => process.exit());
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    detached: true,
    env: { ...process.env, PRIORITY_MODULE: MODULE },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(parent, "message");
  const priority = getPriority(parent.pid);
  const session = hasSessionPriorities
    ? readFileSync(`/proc/${parent.pid}/autogroup`, "utf8").trim().split(" ").at(-1)
    : "0";
  parent.send("end");
  await once(parent, "exit");
  expect([priority, session]).toEqual([getPriority(), "0"]);
});
