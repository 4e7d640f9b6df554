import { summarize } from "../measure/summarize.ts";
import { type Corpus, readPages } from "./corpus.ts";
import { SENT_PAGES } from "./rank-quality.ts";
import type { Given } from "./search-system.ts";
import { SYSTEMS } from "./systems.ts";

/** What the parent asks a process to measure. */
export type Task = { system: string; corpus: Corpus; given: Given; rounds: number };
export type Measured = {
  buildMs: number;
  /** Of each query in order: the pages found, and the median of how long it took. */
  answers: { paths: string[]; ms: number }[];
  /** The most that the process ever held. */
  peakBytes: number;
};

/** So many questions go before those that are timed, as the code of every engine has to become warm. */
const WARM_UP = 3;

/** Measures one system on one corpus, in a process that does nothing else. */
async function measure({ system, corpus, given, rounds }: Task): Promise<Measured> {
  const entry = SYSTEMS[system];
  if (entry === undefined) throw new Error(`There is no system ${system}.`);
  const create = await entry.load();
  const pages = await readPages(corpus.folder);
  const start = performance.now();
  const engine = await create(pages, given);
  const buildMs = performance.now() - start;
  const ask = async ({ query, exclude = [], currentPath }: Corpus["queries"][number]) => {
    const asked = performance.now();
    const paths = await engine.search(query, { limit: SENT_PAGES + exclude.length, currentPath });
    return { paths, ms: performance.now() - asked };
  };
  for (const query of corpus.queries.slice(0, WARM_UP)) await ask(query);
  const asked: Measured["answers"][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answers: Measured["answers"] = [];
    for (const query of corpus.queries) answers.push(await ask(query));
    asked.push(answers);
  }
  const answers = corpus.queries.map((_, at) => ({
    paths: asked[0]?.[at]?.paths ?? [],
    ms: summarize(asked.flatMap((answered) => answered[at]?.ms ?? [])).median,
  }));
  await engine.close?.();
  return { buildMs, answers, peakBytes: process.resourceUsage().maxRSS * 1_024 };
}

process.once("message", async (task: Task) => {
  const measured = await measure(task);
  process.send?.(measured, () => process.exit(0));
});
