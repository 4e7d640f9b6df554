import { reply } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const BREAK = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "/guides/install", new: "/guides/nowhere" }),
];
const finish = reply.tool("finish", { title: "Change a link", summary: "Changed." });

test("errors that the change caused are returned to the model, and a fixed change is pushed ready for review", async () => {
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

test("an error that an earlier round left stays in the description, and goes when a round fixes it", async () => {
  const grep = (index: number) => reply.tool("grep", { pattern: `word${index}` });
  const givenUp = [finish, grep(1), finish, grep(2), finish, grep(3), finish];
  const other = reply.tool("edit", { path: "index.mdx", old: "flags", new: "lanterns" });
  const fix = reply.tool("edit", { path: "index.mdx", old: "/guides/nowhere", new: "/guides/install" });
  await using worker = await startTestWorker([...BREAK, ...givenUp, other, ...givenUp, fix, finish]);
  const body = async () => (await worker.pullRequests())[0]?.body ?? "";
  const { id } = await worker.run("Change the link");
  const message = "`index.mdx` line 5: ";
  expect(await body()).toContain(message);

  await sendMessage(worker.ctx, { id, prompt: "Change a word" });
  await worker.end(id);
  expect(await body()).toContain(message);
  expect(await body()).toContain("1 new finding:");

  await sendMessage(worker.ctx, { id, prompt: "Fix the link" });
  await worker.end(id);
  expect(await body()).not.toContain(message);
  expect(await body()).toContain("0 new findings.");
});

test("finish is refused once when an edit of the same turn failed", async () => {
  const edit = (old: string) => ({ name: "edit", input: { path: "index.mdx", old, new: "receive" } });
  const end = { name: "finish", input: { title: "Fix a typo", summary: "Fixed." } };
  await using worker = await startTestWorker([
    reply.tool("read", { path: "index.mdx" }),
    reply.tools({ name: "edit", input: { path: "index.mdx", old: "flags", new: "lanterns" } }, edit("receeve"), end),
    reply.tools(edit("recieve"), end),
  ]);

  const job = await worker.run("Fix the typo");

  expect(job.status).toBe("completed");
  expect(worker.model.requests[2]?.text).toContain("An edit in the same turn failed: Edit index.mdx.");
  const [pull] = await worker.pullRequests();
  expect(await worker.repository.read("index.mdx", pull?.branch)).toContain("[receive]");
});

test("whether changed code was asked for is a question for the model, and names that are found nowhere are for people", async () => {
  const files = { "index.mdx": "---\ntitle: Welcome\n---\n\n```sh\nglimmer run\n```\n" };
  await using worker = await startTestWorker(
    [
      reply.tool("read", { path: "index.mdx" }),
      reply.tool("edit", { path: "index.mdx", old: "glimmer run", new: "glimmer run --fast" }),
      reply.tool("validate", {}),
      reply.tool("finish", { title: "Run it fast", summary: "Fast." }),
    ],
    { files },
  );

  const job = await worker.run("Make the example faster");

  const asked = JSON.stringify(worker.model.requests[3]?.body.messages);
  expect(asked).toContain("Code changed on line 5: was it asked for?");
  expect(asked).toContain("--fast on line 6 is neither in the request, nor on a page of the base, nor in a source");
  const [pull] = await worker.pullRequests();
  expect(pull?.body).not.toContain("asked for");
  expect(pull?.body).toMatch(/### Not found elsewhere\n\n.*\n\n- `--fast` in `index\.mdx`, line 6/);
  const events = await worker.events(job.id);
  expect(events.find(({ type }) => type === "checks.finished")?.data).toMatchObject({ warnings: 0, problems: [] });
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

test("an image that is not there is given back, and one beside the docs folder is found", async () => {
  const files = {
    "docs/docs.json": '{ "navigation": { "pages": ["index"] } }\n',
    "docs/index.mdx": "---\ntitle: Welcome\n---\n\nHello.\n",
    "docs/images/there.png": new Uint8Array([137, 80, 78, 71]),
    "media/beside.png": new Uint8Array([137, 80, 78, 71]),
  };
  const images = "![a](/images/there.png) ![b](../media/beside.png)";
  const finish = reply.tool("finish", { title: "Show images", summary: "Shown." });
  await using worker = await startTestWorker(
    [
      reply.tool("read", { path: "docs/index.mdx" }),
      reply.tool("edit", { path: "docs/index.mdx", old: "Hello.", new: `${images} ![c](/images/none.png)` }),
      finish,
      reply.tool("edit", { path: "docs/index.mdx", old: " ![c](/images/none.png)", new: "" }),
      finish,
    ],
    { files, docsPath: "docs" },
  );

  const job = await worker.run("Show the images");

  expect(job.status).toBe("completed");
  const givenBack = JSON.stringify(worker.model.requests[3]?.body.messages);
  expect(givenBack).toContain("The image /images/none.png doesn't exist");
  expect(givenBack).not.toMatch(/The image \S+(there|beside)/);
  expect(await worker.pullRequests()).toMatchObject([{ isDraft: false }]);
});

test("a page that takes too long to read since the change is not pushed", async () => {
  const heavy = `- ${"Some words of lanterns with guides. ".repeat(2)}\n`.repeat(4_800);
  const finish = reply.tool("finish", { title: "Write a page", summary: "Written." });
  const grep = (index: number) => reply.tool("grep", { pattern: `word${index}` });
  await using worker = await startTestWorker([
    reply.tool("write", { path: "guides/heavy.mdx", content: `---\ntitle: Heavy\n---\n\n${heavy}` }),
    finish,
    grep(1),
    finish,
    grep(2),
    finish,
    grep(3),
    finish,
  ]);

  worker.parts.settings.PAGE_CPU_SECONDS = 0.2;

  const job = await worker.run("Write a page");

  const message =
    "The page takes more than 0.2 s of CPU time to read, so it was not checked. Make it smaller or simpler.";
  expect(JSON.stringify(worker.model.requests[2]?.body.messages).includes(message)).toBe(true);
  expect(job).toMatchObject({
    status: "failed",
    failureCode: "push_refused",
    failureReason: `Nothing was pushed: guides/heavy.mdx: ${message}`,
  });
  expect(await worker.pullRequests()).toEqual([]);
});
