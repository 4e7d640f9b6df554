import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { openFolderReader } from "../../../apps/cli/src/check/readers.ts";
import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";
import { keepInMemory } from "../checks/docs-site.ts";
import { BENCH } from "../root.ts";

/** What the sites are built with, in the order of the tables. */
export const GENERATORS = [
  "mintlify",
  "docusaurus",
  "nextra",
  "fumadocs",
  "starlight",
  "vitepress",
  "mkdocs",
  "mdbook",
  "gitbook",
  "hugo",
  "jekyll",
  "sphinx",
  "markdown",
] as const;
export type Generator = (typeof GENERATORS)[number];

/** Findings of the first half are read and corrected. Of the second half only figures are known. */
export type Half = "first" | "second";

export type ListedSite = {
  /** `owner/name` of a public repository. */
  name: string;
  commit: string;
  dialect: Generator;
  /** What a project of this repository has as its docs path; `""` for the whole repository. */
  docsPath: string;
  /** Folders that faults are seeded into. */
  pages: string[];
  /** The day on which a later set of sites was drawn, by a rule that was set before; missing for the first one. */
  draw?: string;
};

export type OpenSite = ListedSite & { half: Half; reader: DocsReader; texts: ReadonlyMap<string, string> };

export function halfOf(name: string): Half {
  const first = createHash("sha256").update(name.toLowerCase()).digest()[0] ?? 0;
  return first % 2 === 0 ? "first" : "second";
}

export async function readSiteList(): Promise<ListedSite[]> {
  return JSON.parse(await readFile(join(BENCH, "sites.json"), "utf8")) as ListedSite[];
}

/** Opens a site of the list at `DATA/owner__name`; null when the folder is not there. */
export async function openSite(dataDir: string, site: ListedSite): Promise<OpenSite | null> {
  const folder = join(dataDir, site.name.replace("/", "__"));
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return null;
  const onDisk = await openFolderReader(folder, null, site.docsPath);
  const { reader } = await keepInMemory(onDisk);
  const files = await reader.readMany(await reader.paths());
  return { ...site, half: halfOf(site.name), reader, texts: new Map(files.map(({ path, text }) => [path, text])) };
}
