import type { Snapshot } from "@docsteward/git/workspace";

const FOLDERS = [".github", "", "docs"];
const MAX_CHARACTERS = 20_000;

/** The template that a repository has for the descriptions of its pull requests; null when it has none. */
export async function findTemplate(files: Snapshot): Promise<string | null> {
  const all = await files.assets();
  const byName = new Map([...all].flatMap((path) => (isTemplate(path) ? [[path.toLowerCase(), path]] : [])));
  for (const folder of FOLDERS) {
    const found = byName.get(folder === "" ? NAME : `${folder}/${NAME}`);
    const text = found === undefined ? undefined : (await files.readMany([found]))[0]?.text.trim();
    if (text) return text.slice(0, MAX_CHARACTERS);
  }
  return null;
}

const NAME = "pull_request_template.md";
const isTemplate = (path: string) => path.length <= NAME.length + 8 && path.toLowerCase().endsWith(NAME);
