import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { GIVES_BACK } from "@docsteward/platform/give-back-memory";
import { type Running, sendSignal } from "./running-process.ts";

const EXIT_WITH_PARENT = new URL("./exit-with-parent.mjs", import.meta.url).href;

export type ChildOptions = {
  /** Of Node itself. */
  flags?: string[];
  script: string;
  args: string[];
  variables: Record<string, string | undefined>;
  /** Where its log lines go: this process's own output, or an open file. */
  output: "inherit" | number;
  /** How long `stop` waits for an orderly end. */
  graceMs?: number;
};

/** It is ready when it says so, with the message `{ type: "ready" }`. */
export type Child = Running & {
  /** Sends a message. A process that has ended does not get it. */
  tell(message: { type: string }): void;
  /** Sends the message `{ type }`, and gives the one of this type that comes back; null when the process ends instead. */
  ask<Answer extends { type: string }>(type: Answer["type"]): Promise<Answer | null>;
};

/**
 * Starts a script of ours as a process that cannot outlive this one.
 *
 * It gets a process group of its own: a Ctrl-C on the terminal reaches the supervisor only, which then stops things in order.
 * Whatever the process leaves behind in its group is killed with it.
 */
export function startChild({ flags = [], script, args, variables, output, graceMs = 10_000 }: ChildOptions): Child {
  const child = spawn(process.execPath, [...flags, "--import", EXIT_WITH_PARENT, script, ...args], {
    env: { ...GIVES_BACK, ...variables },
    stdio: ["ignore", output, output, "ipc"],
    detached: process.platform !== "win32",
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${process.execPath} could not be started.`);
  const exited = once(child, "exit").then(([code, signal]) => {
    sendSignal(pid, "SIGKILL", { toGroup: true });
    return signal ? `signal ${signal}` : `exit code ${code}`;
  });
  const ready = new Promise<void>((resolve) => {
    child.on("message", (message: { type?: string }) => message.type === "ready" && resolve());
  });
  return {
    pid,
    exited,
    ready,
    kill: () => sendSignal(pid, "SIGKILL", { toGroup: true }),
    tell: (message) => void child.send(message, () => undefined),
    ask: <Answer extends { type: string }>(type: Answer["type"]) =>
      new Promise<Answer | null>((resolve) => {
        child.on("message", (message: { type?: string }) => message.type === type && resolve(message as Answer));
        void exited.then(() => resolve(null));
        child.send({ type }, (error) => error && resolve(null));
      }),
    stop: async () => {
      child.kill("SIGTERM");
      const timer = new AbortController();
      const isLate = wait(graceMs, true, { signal: timer.signal }).catch(() => false);
      if ((await Promise.race([isLate, exited])) === true) sendSignal(pid, "SIGKILL", { toGroup: true });
      await exited;
      timer.abort();
    },
  };
}
