import { writeSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { setTimeout as wait } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { HELD_WORK, type HeldWork, type WatchdogData } from "./watchdog.ts";

/** A tick that comes later than this many beats was held up itself: what it has not seen does not count. */
const LATE_BEATS = 3;
const ANSWER_MS = 3_000;
/** The report loads code beside a main thread that takes all it gets of the CPU. */
const REPORT_MS = 60_000;

await watch(workerData);

async function watch({ name, beats, beatMs, silenceMs, onSilence }: WatchdogData): Promise<void> {
  let seen = Atomics.load(beats, 0);
  let silentMs = 0;
  let lastMs = performance.now();
  while (silentMs < silenceMs) {
    await wait(beatMs);
    const now = Atomics.load(beats, 0);
    const passedMs = performance.now() - lastMs;
    lastMs += passedMs;
    silentMs = now === seen && passedMs < beatMs * LATE_BEATS ? silentMs + passedMs : 0;
    seen = now;
  }
  const work = await askMainThread();
  const cause = work?.current ? `, running ${work.current.kind} ${work.current.id}` : "";
  say(`${name} is stopped: its event loop was blocked for ${Math.round(silenceMs / 1_000)} s${cause}`);
  if (onSilence && work) await Promise.race([report(onSilence, work), wait(REPORT_MS)]);
  process.kill(process.pid, "SIGKILL");
}

/**
 * Asks the main thread what it works on. V8 runs the question in the midst of a loop or a regular expression, so the answer is
 * the very work that blocks the process; a function of V8's own that does not end answers nothing.
 */
async function askMainThread(): Promise<HeldWork | null> {
  const session = new Session();
  session.connectToMainThread();
  const expression = `JSON.stringify(globalThis[Symbol.for("${Symbol.keyFor(HELD_WORK)}")]())`;
  const answer = await Promise.race([session.post("Runtime.evaluate", { expression }), wait(ANSWER_MS, null)]);
  const text: unknown = answer?.result.value;
  return typeof text === "string" ? (JSON.parse(text) as HeldWork) : null;
}

async function report({ module, input }: { module: string; input: unknown }, work: HeldWork): Promise<void> {
  try {
    const { default: onSilence } = (await import(module)) as { default(input: unknown, work: HeldWork): Promise<void> };
    await onSilence(input, work);
  } catch (error) {
    say(`its current work could not be recorded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Past the main thread, which the streams of a thread go through. */
function say(line: string): void {
  writeSync(2, `${line}\n`);
}
