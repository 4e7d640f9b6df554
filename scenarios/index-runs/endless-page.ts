import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { siteTask } from "@docsteward/docs/bounded/site-task";
import type { DocsReader } from "@docsteward/docs/docs-reader";
import { readPages } from "@docsteward/worker/index/read-pages";

/** Reads pages as the worker does, but never leaves one that holds this word. */
export const ENDLESS = "endlessly";

export const READ_WITH_ENDLESS = {
  module: join(dirname(fileURLToPath(import.meta.url)), "endless-page.ts"),
  name: "readPagesWithEndless",
};

export const readPagesWithEndless = siteTask((input: undefined, context) =>
  readPages(input, { ...context, reader: (label) => withEndless(context.reader(label)) }),
);

function withEndless(reader: DocsReader | null): DocsReader | null {
  if (reader === null) return null;
  const readMany = async (paths: string[]) => {
    const files = await reader.readMany(paths);
    return files.map((file) => ({
      path: file.path,
      get text() {
        if (file.text.includes(ENDLESS)) /^(a+)+$/.test(`${"a".repeat(60)}b`);
        return file.text;
      },
    }));
  };
  return { ...reader, readMany };
}
