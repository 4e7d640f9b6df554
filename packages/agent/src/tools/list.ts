import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

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
