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

type Judged = { recheck: string; linear: string[] };

const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string };

/**
 * Judges regular expressions, in threads. To judge all of them takes minutes, so those that were found linear stand in a file that
 * belongs to the sources.
 *
 * @returns a verdict for each question, in their order
 */
export async function judgeExpressions(questions: readonly Question[], judgedFile: string): Promise<Verdict[]> {
  const known = await readJudged(judgedFile);
  const verdicts: Verdicts = {};
  const open = new Map<string, Question>();
  for (const question of questions) {
    const key = toKey(question);
    if (isPlain(question.source) || known.has(key)) verdicts[key] = { status: "linear" };
    else open.set(key, question);
  }
  if (open.size > 0) await judgeInThreads(open, verdicts);
  const linear = questions.filter(
    (question) => !isPlain(question.source) && verdicts[toKey(question)]?.status === "linear",
  );
  const keys = new Set(linear.map(toKey));
  if (keys.size !== known.size || open.size > 0) await writeJudged(judgedFile, [...keys]);
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

/** The expressions that an earlier run judged linear; none when another version of recheck judged them. */
async function readJudged(file: string): Promise<Set<string>> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return new Set();
  const judged = JSON.parse(text) as Judged;
  return new Set(judged.recheck === version ? judged.linear : []);
}

/** Written only when it differs, so that a checkout stays clean. */
async function writeJudged(file: string, linear: readonly string[]): Promise<void> {
  const text = `${JSON.stringify({ recheck: version, linear: [...linear].sort() } satisfies Judged, null, 2)}\n`;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}
