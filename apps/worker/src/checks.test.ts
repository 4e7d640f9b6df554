import { reply } from "@docsteward/model-script/reply";
import { expect, test } from "vitest";
import { startTestWorker } from "./testing.ts";

const BREAK = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "/guides/install", new: "/guides/nowhere" }),
];
const finish = reply.tool("finish", { title: "Change a link", summary: "Changed." });

test("errors that the change caused are given back, and a mended change is pushed ready for review", async () => {
  await using worker = await startTestWorker([
    ...BREAK,
    finish,
    reply.tool("edit", { path: "index.mdx", old: "/guides/nowhere", new: "/guides/install#steps" }),
    finish,
  ]);

  const job = await worker.run("Change the link");

  expect(job.status).toBe("completed");
  expect(JSON.stringify(worker.model.requests[3]?.body.messages)).toContain("/guides/nowhere");
  expect(await worker.pullRequests()).toMatchObject([{ isDraft: false }]);
});

test("after three repair rounds what is left stands in the description, and the pull request is a draft", async () => {
  const grep = (index: number) => reply.tool("grep", { pattern: `word${index}` });
  await using worker = await startTestWorker([...BREAK, finish, grep(1), finish, grep(2), finish, grep(3), finish]);

  const job = await worker.run("Change the link");

  const [pullRequest] = await worker.pullRequests();
  expect(job.status).toBe("completed");
  expect(pullRequest).toMatchObject({ isDraft: true, body: expect.stringContaining("/guides/nowhere") });
});

test("what was wrong before is no error of the job", async () => {
  const files = {
    "index.mdx": "---\ntitle: Welcome\n---\n\nA [broken link](/nowhere) and a recieve.\n",
    "broken.mdx": "---\ntitle: Broken\n---\n\n<Unclosed>\n",
  };
  await using worker = await startTestWorker(
    [
      reply.tool("read", { path: "index.mdx" }),
      reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
      reply.tool("validate", {}),
      reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
    ],
    { files },
  );

  const job = await worker.run("Fix the typo");

  expect(job.status).toBe("completed");
  expect(await worker.pullRequests()).toMatchObject([{ isDraft: false }]);
});
