import type { DocsReader } from "../docs-reader.ts";
import type { Site } from "../site/site.ts";
import type { RawFinding } from "./finding.ts";

const MAX_UNTITLED = 100;
const BATCH = 100;
const TAKES_IN = /include|import|\brequire\b|<<<|--8<--|\{!/;

/**
 * Without titles that are missing in a piece of text that another page takes in whole. Of more than any site has by mistake none is looked up.
 */
export async function withoutFragments(found: RawFinding[], site: Site, reader: DocsReader): Promise<RawFinding[]> {
  const untitled = found.filter(({ rule }) => rule === "missing-title");
  if (untitled.length === 0 || untitled.length > MAX_UNTITLED) return found;
  const names = new Map(untitled.map(({ path }) => [path, path.slice(path.lastIndexOf("/") + 1)]));
  const taken = new Set<string>();
  const paths = [...site.pages.keys()];
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(paths.slice(from, from + BATCH))) {
      for (const [fragment, name] of names)
        if (fragment !== path && text.includes(name) && linesWith(text, name).some((line) => TAKES_IN.test(line)))
          taken.add(fragment);
    }
  }
  return found.filter(({ rule, path }) => rule !== "missing-title" || !taken.has(path));
}

function linesWith(text: string, name: string): string[] {
  return text.split("\n").filter((line) => line.includes(name));
}
