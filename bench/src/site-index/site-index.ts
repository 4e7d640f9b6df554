import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { openRunFolder } from "../measure/run-folder.ts";
import { type Summary, summarize } from "../measure/summarize.ts";
import { formatBytes, formatMs, formatRatio, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { addCommit, copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { git } from "../repository/git.ts";
import { listPages } from "../repository/site-files.ts";
import { heapBytes, openIndexLane } from "./open-index-lane.ts";

const ROUNDS = 3;
const CHANGES = 10;
const WANTED_WHOLE_MS = 60_000;
const WANTED_MORE_MS = 5;
const WANTED_FIRST_MS = 400;
const FIRST_QUESTIONS = 10;
/** More sites than a process may hold at one time. */
const HELD_SITES = 12;
const HELD_BYTES = 100_000_000;
const SHAPE = { seed: 7, pages: 1_000, images: 200, sources: 100 };

/** How pages are found, and the configuration that makes it so. */
const LANES = {
  words: { name: "words alone", variables: { EMBEDDING_PROVIDER: "none" }, wantedMs: 3_000 },
  meaning: { name: "with the default embedding", variables: { EMBEDDING_PROVIDER: "offline" }, wantedMs: 10_000 },
} as const;

type Measured = {
  freshMs: number[];
  changedMs: number[];
  /** Until the vectors were there as well. */
  wholeMs: number[];
  changedWholeMs: number[];
  /** Searches while nothing else runs, and while vectors are made: until all are there, both are by keywords. */
  searchMs: number[];
  meanwhileMs: number[];
  /** The first question of a process that does not hold the site. */
  firstMs: number[];
  siteBytes: number;
  heapBytes: number;
  /** Of a process that is asked for many sites and may hold only some of them. */
  bounded: { saidBytes: number; grownBytes: number };
};
type Run = { repository: string; folder: string; rounds: number; onLine(line: string): void };

/**
 * 1,000 pages from git to the first answer, and one changed page of them, beside MiniSearch over the same pages read from a
 * existing checkout.
 */
export async function siteIndex({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const repository = await generateRepository(dataDir, SHAPE);
  await using folder = await openRunFolder(dataDir);
  const checkout = join(folder.path, "checkout");
  await git(["clone", "--quiet", repository, checkout]);
  const run = { repository, folder: folder.path, rounds, onLine };
  const peerMs: number[] = [];
  const takePeer = async (round: number) => {
    const ms = await indexWithMinisearch(join(checkout, "docs"));
    if (round > 0) peerMs.push(ms);
  };
  const words = await measureLane(run, "words", takePeer);
  const meaning = await measureLane(run, "meaning", async () => undefined);
  return toReport({ words, meaning, peerMs });
}

async function measureLane(
  { repository, folder, rounds, onLine }: Run,
  name: keyof typeof LANES,
  between: (round: number) => Promise<void>,
): Promise<Measured> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  await using lane = await openIndexLane(dataDir, LANES[name].variables);
  const measured: Measured = {
    freshMs: [],
    changedMs: [],
    wholeMs: [],
    changedWholeMs: [],
    searchMs: [],
    meanwhileMs: [],
    firstMs: [],
    siteBytes: 0,
    heapBytes: 0,
    bounded: { saidBytes: 0, grownBytes: 0 },
  };
  for (let round = 0; round <= rounds; round += 1) {
    onLine(`${LANES[name].name}: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`);
    const copy = await copyRepository(repository, join(dataDir, `repository-${round}.git`));
    const ctx = await lane.connect(`site-${round}`, copy);
    const before = await heapBytes();
    const { site, ms, wholeMs, meanwhileMs } = await lane.index(ctx);
    await between(round);
    if (round === 0) continue;
    measured.freshMs.push(ms);
    measured.wholeMs.push(wholeMs);
    measured.meanwhileMs.push(...meanwhileMs);
    measured.searchMs.push(...(await lane.search(ctx)));
    measured.firstMs.push(...(await lane.firstQuestion(ctx, FIRST_QUESTIONS)));
    measured.siteBytes = site.retriever.sizeBytes;
    measured.heapBytes = (await heapBytes()) - before;
    if (round < rounds) continue;
    for (const [revision, { path }] of listPages(SHAPE).slice(0, CHANGES).entries()) {
      await addCommit(copy, path, revision + 2);
      const changed = await lane.index(ctx);
      measured.changedMs.push(changed.ms);
      measured.changedWholeMs.push(changed.wholeMs);
    }
  }
  // With vectors each would take minutes.
  if (name !== "words") return measured;
  const contexts = [];
  for (let site = 0; site < HELD_SITES; site += 1) {
    onLine(`${LANES[name].name}: site ${site + 1} of ${HELD_SITES}`);
    const ctx = await lane.connect(`held-${site}`, await copyRepository(repository, join(dataDir, `held-${site}.git`)));
    await lane.index(ctx);
    contexts.push(ctx);
  }
  measured.bounded = await lane.holdWithin(contexts, HELD_BYTES);
  return measured;
}

function toReport(measured: { words: Measured; meaning: Measured; peerMs: number[] }): Report {
  const lanes = (["words", "meaning"] as const).map((key) => ({
    ...LANES[key],
    ...measured[key],
    fresh: summarize(measured[key].freshMs),
    changed: summarize(measured[key].changedMs),
  }));
  const peer = summarize(measured.peerMs);
  const { bounded } = measured.words;
  const wholeMs = summarize(measured.meaning.wholeMs).median;
  const moreMs = summarize(measured.meaning.meanwhileMs).median - summarize(measured.words.searchMs).median;
  const row = (name: string, summary: Summary) => [name, ...formatSummary(summary, formatMs)];
  return {
    name: "index",
    title: "1,000 pages from git to the first answer",
    columns: ["", "Median", "Range"],
    rows: [
      ...lanes.flatMap(({ name, fresh, changed }) => [
        row(`1,000 pages, ${name}`, fresh),
        row(`one changed page, ${name}`, changed),
      ]),
      row("all vectors of 1,000 pages", summarize(measured.meaning.wholeMs)),
      row("a search, nothing else running", summarize(measured.words.searchMs)),
      row("a search, while vectors are made", summarize(measured.meaning.meanwhileMs)),
      ...lanes.map(({ name, firstMs }) =>
        row(`the first question of a site that is not loaded, ${name}`, summarize(firstMs)),
      ),
      row("all vectors of one changed page", summarize(measured.meaning.changedWholeMs)),
      row("MiniSearch over 1,000 pages of a checkout", peer),
    ],
    reaches: [
      {
        wanted: `all vectors of 1,000 pages within ${WANTED_WHOLE_MS / 1_000} s`,
        measured: formatMs(wholeMs),
        isMet: wholeMs <= WANTED_WHOLE_MS,
      },
      {
        wanted: `a search at most ${WANTED_MORE_MS} ms slower while vectors are made, at the median`,
        measured: `${moreMs.toFixed(1)} ms slower`,
        isMet: moreMs <= WANTED_MORE_MS,
      },
      ...lanes.map(({ name, firstMs }) => ({
        wanted: `a site that is not loaded answers its first question within ${WANTED_FIRST_MS} ms`,
        measured: `${name}: ${formatMs(summarize(firstMs).median)}`,
        isMet: summarize(firstMs).median <= WANTED_FIRST_MS,
      })),
      {
        wanted: `${HELD_SITES} sites asked in turns take at most ${formatBytes(HELD_BYTES)}, which is the bound`,
        measured: `${formatBytes(bounded.saidBytes)} by its own account, ${formatBytes(bounded.grownBytes)} as the process grew`,
        isMet: bounded.grownBytes <= HELD_BYTES,
      },
      ...lanes.flatMap(({ name, fresh, changed, wantedMs }) => [
        {
          wanted: `under ${wantedMs / 1_000} s`,
          measured: `1,000 pages, ${name}: ${formatMs(fresh.median)}, ${formatRatio(fresh.median / peer.median)} of MiniSearch`,
          isMet: fresh.median < wantedMs,
        },
        {
          wanted: "under 1 s",
          measured: `one changed page, ${name}: ${formatMs(changed.median)}`,
          isMet: changed.median < 1_000,
        },
      ]),
    ],
    notes: [
      "Pages answer by their words first, and by meaning as well as soon as all vectors are there.",
      "MiniSearch reads files that are there. Ours fetches the repository, keeps every page and passage in PostgreSQL, and loads them again as another process does.",
      ...lanes.map(
        ({ name, siteBytes, heapBytes: grown }) =>
          `Memory of the site, ${name}: ${formatBytes(siteBytes)} by its own account, ${formatBytes(grown)} as the process grew.`,
      ),
    ],
    figures: measured,
  };
}

/**
 * What a site of its own does without a service: reads the pages of a checkout from disk, cuts them at their headings, and puts
 * them into MiniSearch.
 *
 * @returns how long that took up to the first answer
 */
async function indexWithMinisearch(checkout: string): Promise<number> {
  const start = performance.now();
  const index = new MiniSearch({ fields: ["title", "heading", "text"], storeFields: ["file"] });
  let id = 0;
  for (const entry of await readdir(checkout, { recursive: true })) {
    if (!/\.mdx?$/.test(entry)) continue;
    const text = await readFile(join(checkout, entry), "utf8");
    const title = /^title:\s*"?(.*?)"?$/m.exec(text)?.[1] ?? entry;
    const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
    for (const section of body.split(/^(?=#{1,6} )/m)) {
      const heading = /^#+ (.*)$/m.exec(section)?.[1] ?? "";
      index.add({ id: id++, file: entry, title, heading, text: section });
    }
  }
  if (index.search("how do I restore a quota of a region?").length === 0)
    throw new Error("MiniSearch answers nothing.");
  return performance.now() - start;
}
