import { z } from "zod";
import { applyEdits } from "../workspace/apply-edits.ts";
import { plural } from "./plural.ts";
import { defineTool, pagePath } from "./tool.ts";

export const writeTool = defineTool({
  name: "write",
  description:
    "Writes a whole file: a new page, or a page you have read and want to replace entirely. Prefer `edit` for changes.",
  input: z.object({ path: pagePath(), content: z.string() }),
  mutates: true,
  announce: ({ path }) => `Write ${path}`,
  async run({ path, content }, { pages }) {
    const created = await pages.write(path, content);
    return { output: { path, created }, summary: created ? "created" : "replaced" };
  },
});

export const editTool = defineTool({
  name: "edit",
  description:
    "Replaces exact text in a file you have read. `old` must occur exactly once, unless `all` is true. Keep everything else unchanged. Returns the changed lines with their numbers.",
  input: z.object({ path: pagePath(), old: z.string(), new: z.string(), all: z.boolean().optional() }),
  mutates: true,
  announce: ({ path }) => `Edit ${path}`,
  async run({ path, ...edit }, { pages }) {
    const result = await applyEdits(pages, path, [edit]);
    return { output: { path, ...result }, summary: result.note ?? plural(result.replacements, "replacement") };
  },
});

export const multiEditTool = defineTool({
  name: "multi_edit",
  description:
    "Applies several exact replacements to one file, in order. If one fails, none is applied. Each `old` must occur exactly once, unless `all` is true. Returns the changed lines with their numbers.",
  input: z.object({
    path: pagePath(),
    edits: z
      .array(z.object({ old: z.string(), new: z.string(), all: z.boolean().optional() }))
      .min(1)
      .max(100),
  }),
  mutates: true,
  announce: ({ path, edits }) => `Edit ${path} (${plural(edits.length, "change")})`,
  async run({ path, edits }, { pages }) {
    const result = await applyEdits(pages, path, edits);
    return { output: { path, ...result }, summary: result.note ?? plural(result.replacements, "replacement") };
  },
});

export const deleteTool = defineTool({
  name: "delete",
  description: "Deletes a file. Then remove the links to it and its navigation entries.",
  input: z.object({ path: pagePath() }),
  mutates: true,
  announce: ({ path }) => `Delete ${path}`,
  async run({ path }, { pages }) {
    await pages.remove(path);
    return { output: { path }, summary: "deleted" };
  },
});
