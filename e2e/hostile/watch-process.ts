import { appendFileSync } from "node:fs";
import { Session } from "node:inspector";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import type { Reading } from "./readings.ts";

// Loaded into every process of the service with `--import`, and then into a thread beside the one it watches: a thread that
// does not answer cannot say so itself, and one that is killed cannot say it afterwards.

const BEAT_MS = 20;
const LOOK_MS = 50;
const WRITE_MS = 250;
const SILENT_MS = 200;
const PROFILE_MS = 200;
const PROFILE_EVERY_MS = 2_000;
/** The argument of the second web process (`apps/web/src/server/second-process.ts`, which this may not load into every process). */
const IS_SECOND = "--second-process";
const OURS = /\/(apps\/(web|worker)|packages|chunks)\//;

type Watched = { beat: BigInt64Array; isReady: Int32Array; file: string };

const folder = process.env.HOSTILE_READINGS;
const script = process.argv[1] ?? "";

if (isMainThread && folder && /apps\/(web|worker)\/src\/main\.[jt]s$/.test(script)) watchThisThread(folder);
else if (!isMainThread && isWatched(workerData)) void watchMainThread(workerData);

function watchThisThread(into: string): void {
  const beat = new BigInt64Array(new SharedArrayBuffer(8));
  const isReady = new Int32Array(new SharedArrayBuffer(4));
  const tell = () => void Atomics.store(beat, 0, BigInt(Date.now()));
  tell();
  setInterval(tell, BEAT_MS).unref();
  noteReady(() => void Atomics.store(isReady, 0, 1));
  const name = process.argv.includes(IS_SECOND) ? "second" : basename(join(script, "../.."));
  const watched: Watched = { beat, isReady, file: join(into, `${name}-${process.pid}.jsonl`) };
  new Worker(new URL(import.meta.url), { workerData: watched }).unref();
}

/** Calls back when this process tells the one that started it that it is ready. */
function noteReady(call: () => void): void {
  const send = process.send?.bind(process) as ((...message: unknown[]) => boolean) | undefined;
  if (send === undefined) return;
  process.send = ((...message: unknown[]) => {
    if ((message[0] as { type?: string }).type === "ready") call();
    return send(...message);
  }) as typeof process.send;
}

function isWatched(data: unknown): data is Watched {
  return (data as Watched | null)?.beat instanceof BigInt64Array;
}

async function watchMainThread({ beat, isReady, file }: Watched): Promise<never> {
  let writtenMs = 0;
  let silentFromMs = 0;
  let profiledMs = 0;
  // CPU at the last sign of life: what a silent thread has used since, unless the machine gives it nothing.
  let aliveCpuMs = 0;
  for (;;) {
    await wait(LOOK_MS);
    const nowMs = Date.now();
    const beatMs = Number(Atomics.load(beat, 0));
    // Nobody waits for a process that still loads its code.
    const isSilent = nowMs - beatMs > SILENT_MS && Atomics.load(isReady, 0) === 1;
    const silence = (ms: number) => ({ silentFromMs, silentMs: ms, silentCpuMs: readCpuMs() - aliveCpuMs });
    if (!isSilent && silentFromMs > 0) write(file, silence(beatMs - silentFromMs));
    silentFromMs = isSilent ? beatMs : 0;
    if (nowMs - beatMs <= LOOK_MS) aliveCpuMs = readCpuMs();
    if (nowMs - writtenMs >= WRITE_MS) {
      writtenMs = nowMs;
      write(file, isSilent ? silence(nowMs - silentFromMs) : {});
    }
    if (!isSilent || nowMs - profiledMs < PROFILE_EVERY_MS) continue;
    profiledMs = nowMs;
    // Not waited for: the thread may be silent for good.
    void profileMainThread().then((where) => write(file, { where }));
  }
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function write(file: string, more: Partial<Reading>): void {
  const reading: Reading = {
    atMs: Date.now(),
    cpuMs: readCpuMs(),
    memoryBytes: process.memoryUsage.rss(),
    ...more,
  };
  appendFileSync(file, `${JSON.stringify(reading)}\n`);
}

/** What the main thread is busy with, sampled from outside: also inside a regular expression, which never gives way. */
async function profileMainThread(): Promise<string> {
  const session = new Session();
  session.connectToMainThread();
  const ask = (method: "Profiler.enable" | "Profiler.start") =>
    new Promise<void>((resolve, reject) => {
      session.post(method, (error) => (error ? reject(error) : resolve()));
    });
  try {
    await ask("Profiler.enable");
    await ask("Profiler.start");
    await wait(PROFILE_MS);
    return await new Promise((resolve, reject) => {
      session.post("Profiler.stop", (error, { profile }) =>
        error ? reject(error) : resolve(findBusiest(profile.nodes)),
      );
    });
  } finally {
    // A process does not exit while an inspector is connected.
    session.disconnect();
  }
}

type Node = {
  id: number;
  hitCount?: number;
  children?: number[];
  callFrame: { functionName: string; url: string; lineNumber: number };
};

/** The innermost function of ours around the busiest place. */
function findBusiest(nodes: Node[]): string {
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
  const busy = nodes.filter(({ callFrame }) => !/^\((root|program|idle)\)$/.test(callFrame.functionName));
  const busiest = busy.toSorted((a, b) => (b.hitCount ?? 0) - (a.hitCount ?? 0))[0];
  let ours = busiest;
  while (ours && !OURS.test(ours.callFrame.url)) ours = parents.get(ours.id);
  const shown = (ours ?? busiest)?.callFrame;
  if (!shown) return "idle";
  const inside = ours && ours !== busiest ? ` in ${busiest?.callFrame.functionName || "anonymous"}` : "";
  const path = shown.url.replace(/^.*\/(?=(apps|packages|chunks|node_modules)\/)/, "");
  return `${shown.functionName || "anonymous"} ${path}:${shown.lineNumber + 1}${inside}`;
}
