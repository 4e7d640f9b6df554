import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolderReader } from "../../../apps/cli/src/check/readers.ts";
import { isPageFile } from "../../../packages/contract/src/docs-files.ts";
import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";

/** A known fault of a site. A check may report one whose `status` is not `broken`, but need not. */
export type KnownFault = { path: string; line?: number; target?: string; message: string; status: string };

export type DocsSite = {
  name: string;
  reader: DocsReader;
  pages: { path: string; text: string }[];
  known: KnownFault[];
};

/** Opens every documentation site of a folder: `NAME/site/` with `NAME/known.json` beside it. Other folders are passed over. */
export async function openDocsSites(dataDir: string): Promise<DocsSite[]> {
  const folders = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sites = await Promise.all(names.sort().map((name) => openDocsSite(dataDir, name)));
  return sites.filter((site) => site !== null);
}

async function openDocsSite(dataDir: string, name: string): Promise<DocsSite | null> {
  const known = await readFile(join(dataDir, name, "known.json"), "utf8").catch(() => null);
  if (known === null) return null;
  const onDisk = await openFolderReader(join(dataDir, name, "site"), null, "");
  return { name, ...(await keepInMemory(onDisk)), known: JSON.parse(known) as KnownFault[] };
}

/** The pages of a site in memory, so that the disk is no part of what is measured, neither here nor at the peer. */
export async function keepInMemory(reader: DocsReader): Promise<Pick<DocsSite, "reader" | "pages">> {
  const files = await reader.readMany(await reader.paths());
  const texts = new Map(files.map((file) => [file.path, file]));
  const readMany = async (paths: string[]) => {
    const missing = paths.filter((path) => !texts.has(path));
    for (const file of missing.length > 0 ? await reader.readMany(missing) : []) texts.set(file.path, file);
    return paths.flatMap((path) => texts.get(path) ?? []);
  };
  return { reader: { ...reader, readMany }, pages: files.filter(({ path }) => isPageFile(path)) };
}
