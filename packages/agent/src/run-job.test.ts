import { expect, test } from "vitest";
import type { FinishedCall } from "./journal-state.ts";
import { replayEdits } from "./run-job.ts";
import { openTestTools } from "./testing.ts";
import { createJobPages } from "./workspace/job-pages.ts";

const PAGE = "---\ntitle: Home\n---\n\nHello.\n";

const finished = (toolName: string, input: object): FinishedCall => ({
  call: { type: "tool-call", toolCallId: toolName, toolName, input },
  entry: { toolCallId: toolName, name: toolName, output: {}, isError: false },
});

test("an edit that an older version let through ends the job with a sentence when it is made again", async () => {
  await using tools = await openTestTools({ "index.mdx": PAGE });
  const context = {
    pages: createJobPages(tools.workspace),
    prompts: () => [],
    repairs: () => 0,
    isKnown: () => false,
    pageCpuSeconds: 5,
  };
  const calls = [
    finished("read", { path: "index.mdx" }),
    finished("edit", { path: "index.mdx", old: "Hello.", new: "{process.env.NPM_TOKEN}" }),
  ];

  await expect(replayEdits(calls, context)).rejects.toMatchObject({
    code: "push_refused",
    message: expect.stringContaining("adds an expression"),
  });
});

test("a move of an older journal moves one file, and the edits that followed it still fit", async () => {
  await using tools = await openTestTools({ "a.md": "# A\n\n[B](./b.md)\n", "b.md": "# B\n" });
  const context = {
    pages: createJobPages(tools.workspace),
    prompts: () => [],
    repairs: () => 0,
    isKnown: () => false,
    pageCpuSeconds: 5,
  };

  await replayEdits(
    [
      finished("move", { from: "b.md", to: "c.md" }),
      finished("read", { path: "a.md" }),
      finished("edit", { path: "a.md", old: "./b.md", new: "./c.md" }),
    ],
    context,
  );

  expect((await tools.workspace.read("a.md"))?.text).toBe("# A\n\n[B](./c.md)\n");
  expect(await tools.workspace.exists("b.md")).toBe(false);
});

test("lines that a search of the journal showed may be edited when the journal is replayed", async () => {
  await using tools = await openTestTools({ "a.md": "# A\n\nOld words.\n" });
  const context = {
    pages: createJobPages(tools.workspace),
    prompts: () => [],
    repairs: () => 0,
    isKnown: () => false,
    pageCpuSeconds: 5,
  };
  const calls = [
    finished("grep", { pattern: "Old" }),
    finished("edit", { path: "a.md", old: "Old words.", new: "New." }),
  ];

  await replayEdits(calls, context);

  expect((await tools.workspace.read("a.md"))?.text).toContain("New.");
});
