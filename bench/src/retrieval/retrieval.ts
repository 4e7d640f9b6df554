import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../../packages/db/src/embedded/start.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { type Corpus, openCorpora } from "./corpus.ts";
import { measureSystem } from "./measure-system.ts";
import { reportRetrieval, type SystemFigures, summarizeCorpus } from "./report-retrieval.ts";
import { SYSTEMS } from "./systems.ts";

const ROUNDS = 3;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Retrieval beside eight search engines on the corpora of the data folder: how often the right page is found and how high it
 * stands, how long a question takes, and what an index costs. Every system has a process of its own for each corpus.
 */
export async function retrieval({ dataDir, peers, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const corpora = await openCorpora(dataDir);
  if (corpora.length === 0) onLine(`No corpus in ${dataDir}: name a folder of them with --data.`);
  const names = chosen(peers);
  await using run = await mkdtempDisposable(join(tmpdir(), "docsteward-bench-"));
  const database =
    names.includes("postgresql") && corpora.length > 0
      ? await startEmbedded({ dataDir: join(run.path, "postgresql"), log: silent })
      : null;
  try {
    const figures: SystemFigures[] = [];
    for (const name of corpora.length > 0 ? names : [])
      figures.push(
        await measureOn(corpora, name, { databaseUrl: database?.url ?? "", folder: run.path, rounds, onLine }),
      );
    return reportRetrieval(figures, corpora, rounds);
  } finally {
    await database?.stop();
  }
}

/** Ours always, and the named peers; all of them when none is. */
function chosen(peers: readonly string[] | undefined): string[] {
  const unknown = peers?.find((name) => SYSTEMS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`There is no peer ${unknown}; there are ${Object.keys(SYSTEMS).join(", ")}.`);
  return Object.entries(SYSTEMS).flatMap(([name, { isOurs }]) =>
    isOurs || peers === undefined || peers.includes(name) ? [name] : [],
  );
}

type Run = Pick<BenchOptions, "onLine"> & { databaseUrl: string; folder: string; rounds: number };

async function measureOn(
  corpora: readonly Corpus[],
  system: string,
  { databaseUrl, folder, rounds, onLine }: Run,
): Promise<SystemFigures> {
  const title = SYSTEMS[system]?.title ?? system;
  const isOurs = SYSTEMS[system]?.isOurs ?? false;
  const byCorpus: SystemFigures["byCorpus"] = [];
  for (const corpus of corpora) {
    onLine(`${title}: ${corpus.name}`);
    const given = { databaseUrl, folder: join(folder, `${system}-${corpus.name}`) };
    const measured = await measureSystem({ system, corpus, given, rounds });
    byCorpus.push(summarizeCorpus(corpus, measured));
  }
  return { system, title, isOurs, byCorpus };
}
