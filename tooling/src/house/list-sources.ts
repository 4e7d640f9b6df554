import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

const SKIPPED = new Set(["node_modules", "generated", ".next", "test-results", "playwright-report"]);

/** A source file: its path from the root of the workspace, with forward slashes, and its text. */
export type SourceFile = { path: string; text: string };

/** Reads every TypeScript file below `folder` that is ours. */
export async function listSources(root: string, folder: string): Promise<SourceFile[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry): Promise<SourceFile[]> => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : listSources(root, path);
      if (!/\.(ts|tsx|mts)$/.test(entry.name)) return [];
      const text = await readFile(join(root, path), "utf8");
      return [{ path: relative(root, join(root, path)).split(sep).join("/"), text }];
    }),
  );
  return found.flat();
}
