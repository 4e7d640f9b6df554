import { expect, test } from "vitest";
import { type PendingCall, replayJournal } from "../journal-state.ts";
import { openTestTools } from "../testing.ts";
import { createJobPages } from "../workspace/job-pages.ts";
import { runBeside } from "./run-loop.ts";

const pending = (toolName: string, input: object): PendingCall => ({
  call: { type: "tool-call", toolCallId: "1", toolName, input },
  problem: null,
});

/** Tools on a site of one page, which note what of them was used, and an answer that is written when the test says so. */
async function openLoop() {
  const tools = await openTestTools({ "index.md": "# Home\n" });
  const pages = createJobPages(tools.workspace);
  const used: string[] = [];
  const context = {
    pages: {
      ...pages,
      read: (path: string) => {
        used.push(`read ${path}`);
        return pages.read(path);
      },
      write: (path: string, text: string) => {
        used.push(`write ${path}`);
        return pages.write(path, text);
      },
    },
    prompts: () => [],
    repairs: () => 0,
    isKnown: () => false,
    pageCpuSeconds: 5,
  };
  const answer = Promise.withResolvers<void>();
  const run = (name: string, input: object) =>
    runBeside(answer.promise, pending(name, input), replayJournal([]), context);
  return { used, answer, run, [Symbol.asyncDispose]: () => tools[Symbol.asyncDispose]() };
}

test("a call that only reads begins while the answer is written, and its result comes when it is", async () => {
  await using loop = await openLoop();
  let isDone = false;
  const running = loop.run("read", { path: "index.md" }).finally(() => {
    isDone = true;
  });
  await expect.poll(() => loop.used).toEqual(["read index.md"]);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isDone).toBe(false);

  loop.answer.resolve();
  expect((await running).entry).toMatchObject({ isError: false, output: expect.stringContaining("Home") });
});

test("a call that changes something waits until the answer is written", async () => {
  await using loop = await openLoop();
  const running = loop.run("write", { path: "new.md", content: "# New\n" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(loop.used).toEqual([]);

  loop.answer.resolve();
  expect((await running).entry.isError).toBe(false);
  expect(loop.used).toEqual(["write new.md"]);
});

test("an answer that can't be written ends the work, whatever the call has found", async () => {
  await using loop = await openLoop();
  const lost = new Error("The lease is lost.");
  const [reading, writing] = [loop.run("read", { path: "index.md" }), loop.run("write", { path: "a.md", content: "" })];
  loop.answer.reject(lost);

  expect(await Promise.allSettled([reading, writing])).toEqual([
    { status: "rejected", reason: lost },
    { status: "rejected", reason: lost },
  ]);
  expect(loop.used).toEqual(["read index.md"]);
});
