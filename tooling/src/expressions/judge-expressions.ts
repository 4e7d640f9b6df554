import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";

export type Question = { source: string; flags: string };

/** How the time of an expression grows with its text. */
export type Verdict =
  | { status: "linear" }
  | { status: "slow"; degree: string; attack: string }
  | { status: "unknown"; why: string };

type Verdicts = Record<string, Verdict>;

const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string };

/**
 * Judges regular expressions, in threads, and remembers the verdicts in a file.
 *
 * @returns a verdict for each question, in their order
 */
export async function judgeExpressions(questions: readonly Question[], cacheFile: string): Promise<Verdict[]> {
  const known = await readCache(cacheFile);
  const verdicts: Verdicts = {};
  const open = new Map<string, Question>();
  for (const question of questions) {
    const key = toKey(question);
    const verdict: Verdict | undefined = isPlain(question.source) ? { status: "linear" } : known[key];
    if (verdict) verdicts[key] = verdict;
    else open.set(key, question);
  }
  if (open.size > 0) {
    await judgeInThreads(open, verdicts);
    await writeCache(cacheFile, verdicts);
  }
  return questions.map((question) => verdicts[toKey(question)] ?? { status: "unknown", why: "no verdict" });
}

function toKey({ source, flags }: Question): string {
  return `/${source}/${flags}`;
}

/** Nothing in it repeats: its work at each place is bounded by its own length. */
function isPlain(source: string): boolean {
  return !/[*+{]|\\\d|\\k/.test(source) && source.split("?").length <= 4;
}

async function judgeInThreads(open: ReadonlyMap<string, Question>, verdicts: Verdicts): Promise<void> {
  const waiting = [...open];
  const threads = Math.min(availableParallelism(), 4, waiting.length);
  await Promise.all(Array.from({ length: threads }, () => judgeInThread(waiting, verdicts)));
}

function judgeInThread(waiting: [string, Question][], verdicts: Verdicts): Promise<void> {
  // Its JavaScript, not its program or its Java: the only one that every platform has.
  const env = { ...process.env, RECHECK_SYNC_BACKEND: "pure" };
  const thread = new Worker(new URL("./judge-thread.ts", import.meta.url), { env });
  return new Promise<void>((resolve, reject) => {
    let key = "";
    const next = () => {
      const entry = waiting.shift();
      if (!entry) return resolve();
      key = entry[0];
      thread.postMessage(entry[1]);
    };
    thread.on("error", reject);
    thread.on("message", (verdict: Verdict) => {
      verdicts[key] = verdict;
      next();
    });
    next();
  }).finally(() => thread.terminate());
}

async function readCache(file: string): Promise<Verdicts> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return {};
  const cache = JSON.parse(text) as { version: string; verdicts: Verdicts };
  return cache.version === version ? cache.verdicts : {};
}

/** A verdict that time ran out on is not kept: another machine, or a quieter hour, may find one. */
async function writeCache(file: string, verdicts: Verdicts): Promise<void> {
  const kept = Object.fromEntries(Object.entries(verdicts).filter(([, verdict]) => verdict.status !== "unknown"));
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify({ version, verdicts: kept }));
  await rename(draft, file);
}
