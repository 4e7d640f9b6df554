import { expect, test } from "vitest";
import { renderPreviewBounded } from "./bounded-preview.ts";
import { renderPreview } from "./render-preview.ts";

test("a page comes as it does without bounds", async () => {
  const page = {
    path: "a.mdx",
    before: null,
    after: "# Hello\n\n<Note>One *two* {1 + 1}.</Note>\n\n| a |\n| - |\n| b |\n",
  };

  expect(await renderPreviewBounded(page)).toEqual(renderPreview(page));
});

test("a page that takes too much is a sentence, and meanwhile the process answers", async () => {
  // Below what is shown as plain text for its length alone.
  const after = "Some *words* with [a link](/index) and `code`.\n\n".repeat(4_000);
  const page = { path: "guides/heavy.md", before: "# Before\n", after };
  await renderPreviewBounded({ ...page, after: "# Small\n" });

  const cpuBefore = process.threadCpuUsage();
  const { before, after: shown } = await renderPreviewBounded(page, { cpuSeconds: 0.1 });
  const cpu = process.threadCpuUsage(cpuBefore);

  const problem = "The page can't be shown. Reading guides/heavy.md took more than 0.1 s of CPU time.";
  expect([before, shown]).toEqual([
    { title: null, blocks: [], problem },
    { title: null, blocks: [], problem },
  ]);
  expect(cpu.user + cpu.system).toBeLessThan(500_000);
  expect((await renderPreviewBounded({ ...page, after: "# Small\n" })).after?.problem).toBeNull();
});
