// A watched process for tests with two pieces of work. One of them blocks the event loop in the requested way.
import { appendFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type HeldWork, runAs, startWatchdog } from "./watchdog.ts";

const [, , mode, file = ""] = process.argv;
/** Long enough for a machine that has others to run first. */
const SILENCE_SECONDS = 1.5;

/** What the watchdog calls: it finds this module by its name, and runs its end alone. */
export default async function onSilence(input: unknown, work: HeldWork): Promise<void> {
  appendFileSync(String(input), JSON.stringify(work));
}

function block(): void {
  if (mode === "regex") /^(a+)+$/.test(`${"a".repeat(60)}b`);
  while (mode === "loop");
}

if (mode !== undefined && process.send) {
  startWatchdog({ name: "test", silenceSeconds: SILENCE_SECONDS, onSilence: { module: import.meta.url, input: file } });
  void runAs({ kind: "job", id: "patient", attempt: 1 }, () => wait(600_000));
  void runAs({ kind: "job", id: "blocking", attempt: 2 }, async () => {
    await wait(100);
    process.send?.("begins");
    block();
  });
}
