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
  const context = { pages: createJobPages(tools.workspace), repairs: () => 0, isKnown: () => false, pageCpuSeconds: 5 };
  const calls = [
    finished("read", { path: "index.mdx" }),
    finished("edit", { path: "index.mdx", old: "Hello.", new: "{process.env.NPM_TOKEN}" }),
  ];

  await expect(replayEdits(calls, context)).rejects.toMatchObject({
    code: "push_refused",
    message: expect.stringContaining("adds an expression"),
  });
});
