import { leastCpuMs } from "@docsteward/platform/testing-cpu";
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
  const page = { path: "guides/heavy-1.md", before: "# Before\n", after };
  await renderPreviewBounded({ ...page, after: "# Small\n" });

  // A page that took too much is not tried again: each try has another one.
  const shown: Awaited<ReturnType<typeof renderPreviewBounded>>[] = [];
  const cpuMs = await leastCpuMs(
    async () => {
      const path = `guides/heavy-${shown.length + 1}.md`;
      shown.push(await renderPreviewBounded({ ...page, path }, { cpuSeconds: 0.1 }));
    },
    { enoughMs: 500 },
  );

  const problem = "The page can't be shown. Reading guides/heavy-1.md took more than 0.1 s of CPU time.";
  expect([shown[0]?.before, shown[0]?.after]).toEqual([
    { title: null, blocks: [], problem },
    { title: null, blocks: [], problem },
  ]);
  expect(cpuMs).toBeLessThan(500);
  expect((await renderPreviewBounded({ ...page, after: "# Small\n" })).after?.problem).toBeNull();
});
