import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { BareRun } from "./bare-loop.ts";

export type BareLoop = AsyncDisposable & { run(run: BareRun): Promise<void> };

/** Starts the process of the bare loop. It stays for all rounds, as the worker does. */
export function startBareLoop(): BareLoop {
  const child = fork(fileURLToPath(new URL("./bare-loop.ts", import.meta.url)), { serialization: "advanced" });
  const gone = once(child, "exit");
  return {
    run: async (run) => {
      child.send(run);
      const answer = await Promise.race([
        once(child, "message"),
        gone.then(() => ["The process of the bare loop ended."]),
      ]);
      if (answer[0] !== "done") throw new Error(`The bare loop failed: ${answer[0]}`);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await gone;
    },
  };
}
