import { makeRepository } from "@docsteward/git/testing";
import { reply } from "@docsteward/model-script/script";
import { sendMessage } from "@docsteward/services/job/send-message";
import { addSource, listSources } from "@docsteward/services/source";
import { PAGES, startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const CODE = { "src/options.ts": "export const options = {\n  maxRetries: 3,\n};\n" };

test("a job reads a source at one commit a round, names it in the pull request, and continues without one that is gone", async () => {
  await using code = await makeRepository(CODE);
  await using gone = await makeRepository(CODE);
  await using worker = await startTestWorker([
    reply.tools(
      { name: "grep", input: { pattern: "maxRetries", path: "@app" } },
      { name: "read", input: { path: "@gone/src/options.ts" } },
      { name: "read", input: { path: "index.mdx" } },
    ),
    reply.tool("edit", { path: "index.mdx", old: "updates.", new: "updates. Set `maxRetries`, or `--max-tries`." }),
    reply.tool("finish", { title: "Document retries", summary: "As the code has it." }),
    reply.tool("read", { path: "@app/src/options.ts" }),
    reply.tool("finish", { title: "Same", summary: "", reply: "It is 4 now.", noChange: true }),
  ]);
  await addSource(worker.ctx, { name: "app", repository: code.url });
  await addSource(worker.ctx, { name: "gone", repository: gone.url });
  await gone.remove();
  const first = await code.head();

  const job = await worker.run("Document retries");

  const [pull] = await worker.pullRequests();
  expect(job.status).toBe("completed");
  expect(pull?.body).toContain(`Sources: \`@app\` at ${first.slice(0, 12)} (\`main\`), \`@gone\` could not be read.`);
  expect(pull?.body).toContain("No page of the base, nothing in `@app` and no prompt names these.");
  expect(pull?.body).toContain("`--max-tries` in `index.mdx`");
  expect(pull?.body).not.toContain("`maxRetries` in `index.mdx`");
  expect(pull?.body).not.toContain(code.url);
  expect((await listSources(worker.ctx)).sources).toMatchObject([
    { name: "app", lastRead: { commit: first, error: null } },
    { name: "gone", lastRead: { commit: null, error: expect.any(String) } },
  ]);

  const second = await code.commit({ "src/options.ts": "export const options = {\n  maxRetries: 4,\n};\n" });
  await sendMessage(worker.ctx, { id: job.id, prompt: "And today?" });
  await worker.end(job.id);

  const reads = (await worker.events(job.id)).filter(({ type }) => type === "source.read");
  expect(reads.map(({ data }) => data)).toEqual([
    { name: "app", ref: "main", commit: first, error: null },
    { name: "gone", ref: "main", commit: null, error: expect.any(String) },
    { name: "app", ref: "main", commit: second, error: null },
  ]);
  expect(worker.model.requests.at(-1)?.text).toContain("maxRetries: 4");
});

test("a folder of the docs that is named like a source stays readable and editable, and the settings say so", async () => {
  await using code = await makeRepository({ "guide.md": "# Code\n" });
  await using worker = await startTestWorker(
    [
      reply.tool("read", { path: "@app/guide.md" }),
      reply.tool("edit", { path: "@app/guide.md", old: "Old.", new: "New." }),
      reply.tool("finish", { title: "Update the guide", summary: "Says new." }),
    ],
    { files: { ...PAGES, "@app/guide.md": "# Guide\n\nOld.\n" } },
  );
  await addSource(worker.ctx, { name: "app", repository: code.url });

  const job = await worker.run("Update the guide");

  expect(job.status).toBe("completed");
  expect(worker.model.requests.at(1)?.text).toContain("# Guide");
  expect(worker.model.requests.at(0)?.text).not.toContain("that you read and never change");
  expect(await worker.pullRequests()).toHaveLength(1);
  expect((await listSources(worker.ctx)).sources).toMatchObject([
    { lastRead: { error: "The docs have a folder @app, and jobs read it instead. Rename the source." } },
  ]);
});

const ownFiles = (count: number) => ({
  ...PAGES,
  ...Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`src/part${at}.ts`, `export const part${at} = ${at};\n`]),
  ),
  "src/options.ts": "export const options = { maxRetries: 3 };\n",
  ".env": "TOKEN=1\n",
});

test("a job looks up in the code of its own repository what a page says, and writes nothing there", async () => {
  await using worker = await startTestWorker(
    [
      reply.tools(
        { name: "read", input: { path: "src/options.ts" } },
        { name: "glob", input: { pattern: "src/**/options*" } },
        { name: "grep", input: { pattern: "maxRetries", path: "@code" } },
        { name: "read", input: { path: "@code/.env" } },
        { name: "read", input: { path: "index.mdx" } },
      ),
      reply.tool("edit", { path: "@code/src/options.ts", old: "3", new: "4" }),
      reply.tool("edit", { path: "index.mdx", old: "updates.", new: "updates. Set `maxRetries`, or `--max-tries`." }),
      reply.tool("finish", { title: "Document retries", summary: "As the code has it." }),
    ],
    { files: ownFiles(20) },
  );

  const job = await worker.run("Document retries");

  const [first, second, third] = worker.model.requests.map(({ text }) => text);
  expect(job.status).toBe("completed");
  expect(first).toContain("the code of this repository as it was at the base, which you read and never change: @code.");
  expect(second).toContain("Files beside the pages are read as @code/src/options.ts.");
  expect(second).toContain("The repository's other files are below @code/.");
  expect(second).toContain("@code/src/options.ts:1:export const options = { maxRetries: 3 };");
  expect(second).not.toContain("TOKEN=1");
  expect(third).toContain("is in a source, which is read-only");
  const [pull] = await worker.pullRequests();
  expect(pull?.body).toContain("No page of the base, no code beside it and no prompt names these.");
  expect(pull?.body).toContain("`--max-tries` in `index.mdx`");
  expect(pull?.body).not.toContain("`maxRetries` in `index.mdx`");
  expect(pull?.body).not.toContain("@code");
});

test("a repository with next to no code has none to read, and a source of the project may have the name", async () => {
  await using code = await makeRepository(CODE);
  await using worker = await startTestWorker(
    [reply.tool("read", { path: "@code/src/options.ts" }), reply.tool("finish", { reply: "Nothing.", noChange: true })],
    { files: ownFiles(5) },
  );
  await worker.run("How often is it tried?");
  expect(worker.model.requests.at(0)?.text).not.toContain("@code");
  expect(worker.model.requests.at(1)?.text).not.toContain("maxRetries");

  await using other = await startTestWorker(
    [reply.tool("read", { path: "@code/src/options.ts" }), reply.tool("finish", { reply: "3.", noChange: true })],
    { files: ownFiles(20) },
  );
  await addSource(other.ctx, { name: "code", repository: code.url });
  await other.run("And the retries?");
  expect(other.model.requests.at(1)?.text).toContain("maxRetries: 3,");
});
