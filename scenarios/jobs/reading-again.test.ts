import { type ModelRequest, reply } from "@docsteward/model-script/script";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const LINES = Array.from({ length: 40 }, (_, index) => `Sentence number ${index} of the page.`).join("\n");
const FILES = { "index.mdx": `---\ntitle: Home\n---\n\n${LINES}\n` };
const READ = reply.tool("read", { path: "index.mdx" });
const EDIT = reply.tool("edit", { path: "index.mdx", old: "number 7 of", new: "number seven of" });
const FINISH = reply.tool("finish", { title: "Done", summary: "Done." });
const TOO_LONG = reply.error(400, "prompt is too long: 210000 tokens > 200000 maximum");
const look = (pattern: string) => reply.tool("grep", { pattern });

const timesRead = (request: ModelRequest | undefined) => request?.text.split("Sentence number 39").length ?? 0;

test("what was read and has not changed is not said again", async () => {
  const script = [READ, READ, EDIT, FINISH];
  await using worker = await startTestWorker((_, index) => script[index], { files: FILES });

  const job = await worker.run("Look twice");

  expect(job).toMatchObject({ status: "completed", pullRequestNumber: 1 });
  expect(timesRead(worker.model.requests[1])).toBe(2);
  expect(timesRead(worker.model.requests[2])).toBe(2);
  expect(worker.model.requests[2]?.text).toMatch(/unchanged since you last read these lines/i);
});

test("it is said again after an edit, and after the first result was cut to save room", async () => {
  const script = [READ, EDIT, READ, look("one"), look("two"), look("three"), TOO_LONG, READ, FINISH];
  await using worker = await startTestWorker((_, index) => script[index], { files: FILES });

  await worker.run("Look twice");

  const [, , , afterEdit] = worker.model.requests;
  expect(timesRead(afterEdit)).toBe(3);
  expect(timesRead(worker.model.requests.at(-2))).toBe(1);
  expect(timesRead(worker.model.requests.at(-1))).toBe(2);
});
