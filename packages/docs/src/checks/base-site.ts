import type { DocsReader } from "../docs-reader.ts";
import { readSite } from "../read-site.ts";
import { areSame, type Reads, recordReads } from "../recorded-reads.ts";
import type { Site } from "../site/site.ts";

const baseSites = new WeakMap<DocsReader, Promise<Site>>();

/** The site that a change is compared with, read once for a job and for the jobs that follow it on the same files. */
export function readBaseSite(base: DocsReader): Promise<Site> {
  const known = baseSites.get(base);
  if (known) return known;
  const reading = findBaseSite(base);
  baseSites.set(base, reading);
  reading.catch(() => baseSites.delete(base));
  return reading;
}

/** The states that were read last, by the names of their files and texts: jobs on one commit follow each other. */
type BaseState = { names: string; read: Reads; site: Site };

const MAX_BASES = 2;
const MAX_READ = 200;
let lastBases: readonly BaseState[] = [];

async function findBaseSite(base: DocsReader): Promise<Site> {
  const paths = await base.paths();
  const names = paths.map((path) => base.identify?.(path));
  if (names.includes(undefined)) return readSite(base);
  const key = [...paths, "", ...names, "", ...((await base.assets?.()) ?? [])].join("\0");
  for (const one of lastBases) if (one.names === key && (await areSame(one.read, base))) return one.site;
  const isNamed = new Set(paths);
  const { reader, read } = recordReads(base, (path) => !isNamed.has(path));
  const site = await readSite(reader);
  if (read.size <= MAX_READ) lastBases = [{ names: key, read, site }, ...lastBases].slice(0, MAX_BASES);
  return site;
}
