import { parentPort } from "node:worker_threads";
import { checkSync } from "recheck";
import type { Question, Verdict } from "./judge-expressions.ts";

const TIMEOUT_MS = 30_000;

parentPort?.on("message", ({ source, flags }: Question) => {
  parentPort?.postMessage(judge(source, flags));
});

function judge(source: string, flags: string): Verdict {
  // It changes what a match reports, not how it is found, and recheck does not know it.
  const result = checkSync(source, flags.replace("d", ""), { timeout: TIMEOUT_MS });
  if (result.status === "safe") return { status: "linear" };
  if (result.status === "unknown") return { status: "unknown", why: result.error.kind };
  return { status: "slow", degree: result.complexity.summary, attack: result.attack.pattern };
}
