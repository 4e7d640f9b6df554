import { z } from "zod";
import { plural } from "./plural.ts";
import { defineTool } from "./tool.ts";

const MAX_CHARACTERS = 60_000;

export const diffTool = defineTool({
  name: "diff",
  description: "Returns all your changes so far as a unified diff.",
  input: z.object({}),
  mutates: false,
  announce: () => "Review the changes",
  async run(_, { pages }) {
    const changes = await pages.workspace.changes();
    const files = changes.map(({ path, status, additions, deletions }) => ({ path, status, additions, deletions }));
    const patch = changes.map((change) => change.patch).join("");
    return {
      output: { files, patch: patch.slice(0, MAX_CHARACTERS), isCut: patch.length > MAX_CHARACTERS },
      summary: changes.length === 0 ? "nothing changed" : `${plural(files.length, "file")} changed`,
    };
  },
});
