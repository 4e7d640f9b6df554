import { setImmediate } from "node:timers/promises";
import { compileGlob, explainGlob } from "@docsteward/platform/glob";
import { z } from "zod";
import type { JobPages } from "../workspace/job-pages.ts";
import { OWN_CODE } from "../workspace/job-sources.ts";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const MAX_ENTRIES = 500;

export const listTool = defineTool({
  name: "list",
  description:
    "Lists the pages, navigation files and folders in a folder. `depth` 1 (default) lists only direct entries.",
  input: z.object({
    path: z.string().describe("Folder. Use `.` for the root."),
    depth: z.int().min(1).max(10).optional(),
  }),
  mutates: false,
  announce: ({ path }) => `List ${path}`,
  async run({ path, depth = 1 }, { pages }) {
    const folder = path.replace(/^\.?\/*|\/+$/g, "");
    if (folder !== "") await pages.requireReadable(folder);
    const prefix = folder === "" ? "" : `${folder}/`;
    const entries = new Map<string, "file" | "folder">();
    for (const file of (await pages.sourcePaths(folder)) ?? (await pages.paths())) {
      if (!file.startsWith(prefix)) continue;
      const parts = file.slice(prefix.length).split("/");
      parts.slice(0, depth).forEach((_, index) => {
        const isFile = index === parts.length - 1;
        entries.set(prefix + parts.slice(0, index + 1).join("/"), isFile ? "file" : "folder");
      });
    }
    const all = [...entries].map(([entry, kind]) => ({ path: entry, kind }));
    return {
      output: { entries: all.slice(0, MAX_ENTRIES), isCut: all.length > MAX_ENTRIES },
      summary: plural(all.length, "entry", "entries"),
    };
  },
});

const MAX_PATHS = 500;
/** So many paths take some milliseconds with the worst of patterns. */
const PATHS_A_TURN = 50;
const MAX_CPU_MS = 2_000;

export const globTool = defineTool({
  name: "glob",
  description:
    "Finds pages, navigation files and files of sources whose full path matches a glob pattern, e.g. `**/*.mdx`, `guides/**` or `@app/**`.",
  input: z.object({ pattern: z.string().min(1).max(300) }),
  mutates: false,
  announce: ({ pattern }) => `Find files ${pattern}`,
  async run({ pattern }, { pages }) {
    const unclear = explainGlob(pattern);
    if (unclear !== null) throw new ToolRefusal(unclear);
    const all = (await pages.sourcePaths(pattern)) ?? (await pages.paths());
    const paths = await filterPaths(all, compileGlob(pattern));
    return {
      output: {
        paths: paths.slice(0, MAX_PATHS),
        isCut: paths.length > MAX_PATHS,
        ...(paths.length === 0 && { note: noteOnOthers(pattern, pages) }),
      },
      summary: plural(paths.length, "file"),
    };
  },
});

/** What a glob without result has not looked at. */
function noteOnOthers(pattern: string, { sources }: JobPages): string {
  if (sources.find(pattern) !== null) return "No file of this source matches.";
  const code = sources.find(`@${OWN_CODE}/`) === null ? "" : ` The repository's other files are below @${OWN_CODE}/.`;
  return `No page and no navigation file matches.${code}`;
}

/** The paths that match, found in turns between which other jobs go on. @throws ToolRefusal for a pattern that costs too much */
export async function filterPaths(
  paths: readonly string[],
  matches: (path: string) => boolean,
  { maxCpuMs = MAX_CPU_MS } = {},
): Promise<string[]> {
  const found: string[] = [];
  let cpuMs = 0;
  for (let at = 0; at < paths.length; at += PATHS_A_TURN) {
    const before = process.threadCpuUsage();
    for (const path of paths.slice(at, at + PATHS_A_TURN)) if (matches(path)) found.push(path);
    const { user, system } = process.threadCpuUsage(before);
    cpuMs += (user + system) / 1_000;
    if (cpuMs > maxCpuMs) {
      throw new ToolRefusal(
        "The pattern takes too long on this many files. Use fewer asterisks, or start with a folder.",
      );
    }
    if (at % (20 * PATHS_A_TURN) === 0 || cpuMs > 20) await setImmediate();
  }
  return found;
}
