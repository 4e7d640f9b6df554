import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A call of git, and what it is given. */
export type GitCall = { args: string[]; env: Record<string, string>; stdin: string | Uint8Array | undefined };
/** How it ended: `code` is null after a signal. */
export type GitResult = { code: number | null; out: string; err: string };
/** What the small process answers. */
export type Answer = { id: number } & (GitResult | { failure: string });

type Waiting = { resolve(result: GitResult): void; reject(error: Error): void };
type Small = { child: ChildProcess; waiting: Map<number, Waiting> };

let small: Small | null = null;
let nextId = 0;

/**
 * Runs git from a process that is kept small and that all forges of this one share. A process that runs many tests is large, and the
 * system copies its page tables each time it starts another.
 */
export function runBySmallProcess(call: GitCall): Promise<GitResult> {
  small ??= startSmall();
  const { child, waiting } = small;
  const id = nextId++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    // This process may end while it waits for nothing but the small one.
    child.ref();
    child.channel?.ref();
    child.send({ id, call }, (error) => error && reject(error));
  });
}

function startSmall(): Small {
  const child = fork(fileURLToPath(new URL("small-process-entry.ts", import.meta.url)), [], {
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // A Ctrl-C is for the forge, which may run git while it closes.
    detached: true,
  });
  const made: Small = { child, waiting: new Map() };
  child.on("message", (answer: Answer) => {
    const asked = made.waiting.get(answer.id);
    made.waiting.delete(answer.id);
    if ("failure" in answer) asked?.reject(new Error(answer.failure));
    else asked?.resolve(answer);
    if (made.waiting.size > 0) return;
    child.unref();
    child.channel?.unref();
  });
  child.once("exit", () => {
    if (small === made) small = null;
    for (const { reject } of made.waiting.values()) reject(new Error("The process that starts git ended."));
  });
  return made;
}
