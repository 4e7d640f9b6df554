import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Measured, Task } from "./run-system.ts";

const PROGRAM = fileURLToPath(new URL("run-system.ts", import.meta.url));

/** Measures one system on one corpus in a new process. @throws Error when the process ends without an answer */
export async function measureSystem(task: Task): Promise<Measured> {
  const child = fork(PROGRAM, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(child, "exit");
  const answered = once(child, "message");
  child.send(task);
  const measured = await Promise.race([
    answered.then(([message]) => message as Measured),
    ended.then(([code]) => {
      throw new Error(`${task.system} ended on ${task.corpus.name} with status ${code}: see above.`);
    }),
  ]);
  await ended;
  return measured;
}
