import { join } from "node:path";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { formatBytes, formatMs, formatRatio, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { addCommit, copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { git } from "../repository/git.ts";
import { listPages } from "../repository/site-files.ts";
import { indexWithMinisearch } from "./index-with-minisearch.ts";
import { type IndexTimes, openIndexLane } from "./open-index-lane.ts";

const ROUNDS = 3;
const CHANGES = 10;
const SHAPE = { seed: 7, pages: 1_000, images: 200, sources: 100 };

type Measured = {
  fresh: IndexTimes[];
  changed: IndexTimes[];
  peer: number[];
  siteBytes: number;
  heapBytes: number;
};

/**
 * 1,000 pages from git to searchable, and one changed page of them, beside MiniSearch over the same pages read from a checkout
 * that is there already.
 */
export async function siteIndex({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const repository = await generateRepository(dataDir, SHAPE);
  await using folder = await openRunFolder(dataDir);
  await using lane = await openIndexLane(folder.path, {});
  const checkout = join(folder.path, "checkout");
  await git(["clone", "--quiet", repository, checkout]);
  const measured: Measured = { fresh: [], changed: [], peer: [], siteBytes: 0, heapBytes: 0 };
  for (let round = 0; round <= rounds; round += 1) {
    onLine(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    const copy = await copyRepository(repository, join(folder.path, `repository-${round}.git`));
    const ctx = await lane.connect(`site-${round}`, copy);
    const before = heapBytes();
    const { site, ...fresh } = await lane.index(ctx);
    const peer = await indexWithMinisearch(join(checkout, "docs"));
    if (round === 0) continue;
    measured.siteBytes = site.retriever.sizeBytes;
    measured.heapBytes = heapBytes() - before;
    measured.fresh.push(fresh);
    measured.peer.push(peer);
    if (round < rounds) continue;
    for (const [revision, { path }] of listPages(SHAPE).slice(0, CHANGES).entries()) {
      await addCommit(copy, path, revision + 2);
      const { site: _, ...changed } = await lane.index(ctx);
      measured.changed.push(changed);
    }
  }
  return toReport(measured);
}

/** What the process holds once everything is gone that nobody holds. */
function heapBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function toReport(measured: Measured): Report {
  const of = (times: IndexTimes[], key: keyof IndexTimes) => summarize(times.map((time) => time[key]));
  const [fresh, changed, peer] = [
    of(measured.fresh, "searchableMs"),
    of(measured.changed, "searchableMs"),
    summarize(measured.peer),
  ];
  const row = (name: string, summary: typeof fresh) => [name, ...formatSummary(summary, formatMs)];
  return {
    name: "index",
    title: "1,000 pages from git to searchable, words alone",
    columns: ["", "Median", "Range"],
    rows: [
      row("until the new version answers", of(measured.fresh, "switchMs")),
      row("until another process has answered from it", fresh),
      row("one changed page, until it answers", of(measured.changed, "switchMs")),
      row("one changed page, until another process has answered", changed),
      row("MiniSearch, from a checkout on disk", peer),
    ],
    reaches: [
      { wanted: "under 3 s", measured: `1,000 pages: ${formatMs(fresh.median)}`, isMet: fresh.median < 3_000 },
      { wanted: "under 1 s", measured: `one changed page: ${formatMs(changed.median)}`, isMet: changed.median < 1_000 },
    ],
    notes: [
      `Of MiniSearch's time: ${formatRatio(fresh.median / peer.median)}. It reads files that are there; ours fetches the repository, stores every page in PostgreSQL with its history, and loads it again as another process does.`,
      `Memory of the site: ${formatBytes(measured.siteBytes)} by its own account, ${formatBytes(measured.heapBytes)} as the process grew.`,
    ],
    figures: measured,
  };
}
