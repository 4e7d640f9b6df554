import { type GitProcess, spawnGit } from "./git-process.ts";
import type { StarterRequest, StarterResponse } from "./open-git-starter.ts";

// The entry of a process that is kept small: it imports nothing else, and keeps nothing of what passes through.
process.title = "docsteward-git";

const LAST_GRACE_MS = 3_000;

const running = new Map<number, GitProcess>();

/** Settles when the report is sent, or when the parent is gone. */
const report = (message: StarterResponse) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });

function start({ id, command }: Extract<StarterRequest, { type: "start" }>): void {
  try {
    const git = spawnGit(command, {
      onStdout: (chunk) => report({ type: "stdout", id, chunk }),
      onStderr: (chunk) => report({ type: "stderr", id, chunk }),
      onEnd(end) {
        running.delete(id);
        reportEnd(id, end);
      },
    });
    running.set(id, git);
    void report({ type: "started", id, pid: git.pid });
  } catch (error) {
    reportEnd(id, error instanceof Error ? error : new Error(String(error)));
  }
}

function reportEnd(id: number, end: number | NodeJS.ErrnoException): void {
  void report({ type: "ended", id, end, ...(typeof end !== "number" && end.code && { code: end.code }) });
}

process.on("message", (order: StarterRequest) => {
  if (order.type === "start") return start(order);
  const git = running.get(order.id);
  if (order.type === "write") git?.write(order.bytes);
  else if (order.type === "end_input") git?.endInput();
  else git?.stop();
});

// The parent is gone for whatever reason: no other process would end the ones started for it.
process.on("disconnect", () => {
  for (const git of running.values()) git.stop();
  setTimeout(() => process.exit(1), LAST_GRACE_MS).unref();
});
