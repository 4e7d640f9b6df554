import type { DocsReader } from "../docs-reader.ts";
import { readSite } from "../read-site.ts";
import { rememberMade } from "../recorded-reads.ts";
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

const MAX_BASES = 2;
const remembered = rememberMade<Site>(MAX_BASES);

async function findBaseSite(base: DocsReader): Promise<Site> {
  const paths = await base.paths();
  const texts = paths.map((path) => base.identify?.(path));
  if (texts.includes(undefined)) return readSite(base);
  const names = [...paths, "", ...texts, "", ...((await base.assets?.()) ?? [])].join("\0");
  const isNamed = new Set(paths);
  return remembered({
    reader: base,
    of: [names],
    isNoted: (path) => !isNamed.has(path),
    make: (reader) => readSite(reader),
  });
}
