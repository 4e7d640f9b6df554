import { z } from "zod";
import { defineTool } from "./tool.ts";

export const moveTool = defineTool({
  name: "move",
  description: "Moves or renames a file. Then update the links to it and its navigation entries.",
  input: z.object({ from: z.string(), to: z.string() }),
  mutates: true,
  announce: ({ from, to }) => `Move ${from} to ${to}`,
  async run({ from, to }, { pages }) {
    await pages.move(from, to);
    return { output: { from, to }, summary: "moved" };
  },
});
