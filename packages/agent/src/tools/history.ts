import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool, pagePath } from "./tool.ts";
import { ToolRefusal } from "./tool-refusal.ts";

const Line = z.int().min(1).max(1_000_000).optional();

export const logTool = defineTool({
  name: "log",
  description:
    "Lists the newest commits that changed a file, or the lines `from` to `to` of it as they were before your edits, with what changed there. Use it to see how similar changes were made, e.g. how the last option was documented. Then call `show`.",
  input: z.object({ path: pagePath(), from: Line, to: Line }),
  mutates: false,
  announce: ({ path }) => `Read the history of ${path}`,
  async run({ path, from, to }, { pages }) {
    if ((from === undefined) !== (to === undefined) || (from ?? 1) > (to ?? from ?? 1))
      throw new ToolRefusal("Set both `from` and `to`, with `from` not after `to`, or neither.");
    const lines = from === undefined || to === undefined ? undefined : { from, to };
    const { commits, isCut } = await pages.log(path, lines);
    const place = pages.sources.find(path);
    // So that `show` looks for it there.
    const prefix = place ? `@${place.name}/` : "";
    const listed = commits.map(({ sha, date, author, subject, path: name, patch }) => {
      const was = name === path || name === "" ? "" : ` (as ${name})`;
      return `${prefix}${sha.slice(0, 12)} ${date} ${author}: ${subject}${was}${patch ? `\n${patch.trimEnd()}` : ""}`;
    });
    const note =
      commits.length === 0 ? "No commits in the history that can be read." : isCut ? "There are older ones." : "";
    return {
      output: [...listed, ...(note === "" ? [] : [note])].join(lines ? "\n\n" : "\n"),
      summary: plural(commits.length, "commit"),
    };
  },
});

export const showTool = defineTool({
  name: "show",
  description: "Shows a commit that `log` listed: its message and what it changed in pages and navigation files.",
  input: z.object({ commit: z.string().min(1).max(60) }),
  mutates: false,
  announce: ({ commit }) => `Show commit ${commit}`,
  async run({ commit }, { pages }) {
    const { sha, date, author, message, files, otherFiles, patch, isCut } = await pages.show(commit);
    const others = otherFiles > 0 ? `\n${plural(otherFiles, "other file")} not shown` : "";
    const end = isCut ? "\nThe patch is cut." : "";
    return {
      output: `${sha} ${date} ${author}\n\n${message}\n\n${files.join("\n")}${others}\n\n${patch}${end}`,
      summary: plural(files.length, "file"),
    };
  },
});
