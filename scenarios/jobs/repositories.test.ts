import { pathToFileURL } from "node:url";
import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import { byConversation, reply } from "@docsteward/model-script/script";
import { PAGES, startTestWorker } from "@docsteward/worker/testing/worker";
import { expect, test } from "vitest";

const FIX = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
];

test.each([
  ["a repository that is not there", { url: pathToFileURL("/srv/there-is-nothing-here.git").href }, /repository/i],
  ["a ref that is not there", { ref: "no-such-branch" }, /no-such-branch|branch|ref/i],
])("%s fails the job as a misconfigured connection", async (_, repository, sentence) => {
  await using worker = await startTestWorker(FIX, { repository });

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "git_misconfigured" });
  expect(job.failureReason).toMatch(sentence);
  expect(worker.model.requests).toEqual([]);
});

test("a repository with more files than the bound fails the job with a sentence, before the model is asked", async () => {
  const repositoryBounds = { ...DEFAULT_BOUNDS, maxFiles: 3, maxPages: 100, maxBytes: 1_000_000 };
  await using worker = await startTestWorker(FIX, { services: { repositoryBounds } });

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({
    status: "failed",
    failureCode: "git_misconfigured",
    failureReason:
      "The repository has more than 3 files and folders. Move the documentation to a smaller repository, or raise MAX_REPOSITORY_FILES.",
  });
  expect(worker.model.requests).toEqual([]);
});

test("a repository with no commits fails the job as a misconfigured connection", async () => {
  await using worker = await startTestWorker(FIX, { files: {} });

  const job = await worker.run("Fix the typo");

  expect(job).toMatchObject({ status: "failed", failureCode: "git_misconfigured" });
  expect(job.failureReason).toMatch(/commit/i);
});

test("two concurrent jobs on one repository each get a separate pull request", async () => {
  const other = [
    reply.tool("read", { path: "guides/install.mdx" }),
    reply.tool("edit", { path: "guides/install.mdx", old: "with npm", new: "with pnpm" }),
    reply.tool("finish", { title: "Use pnpm", summary: "Done." }),
  ];
  await using worker = await startTestWorker(byConversation({ "Fix the typo": FIX, "Use pnpm": other }));

  const [a, b] = await Promise.all([worker.run("Fix the typo"), worker.run("Use pnpm")]);

  expect([a.status, b.status]).toEqual(["completed", "completed"]);
  expect(new Set([a.prLink, b.prLink]).size).toBe(2);
  const bodies = (await worker.pullRequests()).map(({ title }) => title).toSorted();
  expect(bodies).toEqual(["Fix a typo", "Use pnpm"]);
});

test("eight concurrent jobs on one repository do not interfere with each other", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `page-${index}`);
  const scripts = Object.fromEntries(
    names.map((name) => [
      `Write ${name}.`,
      [
        reply.tool("write", { path: `${name}.mdx`, content: `---\ntitle: ${name}\n---\n\nText.\n` }),
        reply.tool("finish", { title: `Add ${name}`, summary: "Added." }),
      ],
    ]),
  );
  await using worker = await startTestWorker(byConversation(scripts), { variables: { WORKER_CONCURRENCY: "8" } });

  const jobs = await Promise.all(names.map((name) => worker.run(`Write ${name}.`)));

  expect(jobs.map(({ status }) => status)).toEqual(names.map(() => "completed"));
  const pullRequests = await worker.pullRequests();
  expect(pullRequests.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const { branch, title } of pullRequests) {
    const changed = await worker.repository.git("diff", "--name-only", "main", branch);
    expect(changed).toBe(`${title.replace("Add ", "")}.mdx`);
  }
});

test("CRLF, a byte order mark and a missing final newline stay as they were", async () => {
  const files = {
    ...PAGES,
    "crlf.mdx": "---\r\ntitle: Windows\r\n---\r\n\r\nOld line\r\nnext\r\n",
    "bom.mdx": "\uFEFF---\ntitle: Mark\n---\n\nOld line\n",
    "no-newline.mdx": "---\ntitle: End\n---\n\nOld line",
  };
  const edits = ["crlf.mdx", "bom.mdx", "no-newline.mdx"].flatMap((path) => [
    reply.tool("read", { path }),
    reply.tool("edit", { path, old: "Old line", new: "New line" }),
  ]);
  await using worker = await startTestWorker(
    [...edits, reply.tool("finish", { title: "New lines", summary: "Done." })],
    { files },
  );

  await worker.run("Change the lines");

  const [pullRequest] = await worker.pullRequests();
  const read = (path: string) => worker.repository.read(path, pullRequest?.branch);
  expect(await read("crlf.mdx")).toBe(files["crlf.mdx"].replace("Old", "New"));
  expect(await read("bom.mdx")).toBe(files["bom.mdx"].replace("Old", "New"));
  expect(await read("no-newline.mdx")).toBe(files["no-newline.mdx"].replace("Old", "New"));
});

test("a person's own checkout is not disturbed", async () => {
  await using worker = await startTestWorker(FIX, { repository: { bare: false } });
  const before = await worker.repository.git("status", "--porcelain=v2", "--branch");

  const job = await worker.run("Fix the typo");

  expect(job.status).toBe("completed");
  expect(await worker.repository.git("status", "--porcelain=v2", "--branch")).toBe(before);
  expect(await worker.repository.git("rev-parse", "--abbrev-ref", "HEAD")).toBe("main");
});

test("a page outside the docs folder can neither be read nor written", async () => {
  await using worker = await startTestWorker(
    [
      reply.tools(
        { name: "read", input: { path: "README.md" } },
        { name: "write", input: { path: "../x.mdx", content: "x" } },
        { name: "write", input: { path: ".github/workflows/x.md", content: "x" } },
      ),
      reply.tool("finish", { title: "No", summary: "No.", noChange: true }),
    ],
    { files: { "README.md": "# Code\n", "docs/index.mdx": "---\ntitle: Docs\n---\n" }, docsPath: "docs" },
  );

  const job = await worker.run("Look around");

  const finished = (await worker.events(job.id)).filter(({ type }) => type === "tool.finished");
  expect(finished.map(({ data }) => "isError" in data && data.isError)).toEqual([true, true, true, false]);
});

test("a secret goes back to the model as a refusal, and one in its summary stops the push", async () => {
  const secret = `gh${"p_"}0123456789abcdefghijABCDEFGHIJ012345`;
  await using worker = await startTestWorker([
    reply.tool("read", { path: "index.mdx" }),
    reply.tool("edit", { path: "index.mdx", old: "recieve", new: secret }),
    reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
    reply.tool("finish", { title: "Add a token", summary: `Added ${secret}.` }),
  ]);

  const job = await worker.run("Add it");

  const finished = (await worker.events(job.id)).filter(({ type }) => type === "tool.finished");
  expect(finished.map(({ data }) => "isError" in data && data.isError)).toEqual([false, true, false, false]);
  expect(job).toMatchObject({ status: "failed", failureCode: "push_refused" });
  expect(job.failureReason).toContain("GitHub token");
  expect(job.failureReason).not.toContain(secret);
  expect(await worker.repository.git("for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
});

test("title, commit and description name no foreign host, and list the code that pages gained", async () => {
  const files = { ...PAGES, "snippets/a.mdx": "import { Tabs } from '@acme/ui'\n\n<Tabs />\n" };
  const content = "---\ntitle: New\n---\n\nimport { Tabs } from '@acme/ui'\n\n<Tabs />\n";
  const title = "Add a page from https://evil.test/x";
  const summary = "See ![](https://evil.test/pixel.png) and [more](//evil.test/x).";
  await using worker = await startTestWorker(
    [reply.tool("write", { path: "new.mdx", content }), reply.tool("finish", { title, summary })],
    { files },
  );

  const job = await worker.run("Add what [this](https://evil.test/y) says: <img src=//evil.test/i.png>");

  const [pullRequest] = await worker.pullRequests();
  const message = await worker.repository.git("log", "-1", "--format=%B", pullRequest?.headSha ?? "");
  const texts = [pullRequest?.title, pullRequest?.body, job.messageToUser, message].join("\n");
  expect(job.status).toBe("completed");
  expect(texts).not.toMatch(/\/\/evil\.test/);
  expect(texts).toContain("(link to evil.test removed)");
  expect(pullRequest?.body).toContain("> Add what [this]((link to evil.test removed)) says");
  expect(pullRequest?.body).toContain(
    "### Code added to pages\n\n`new.mdx`, line 5:\n\n```\nimport { Tabs } from '@acme/ui'\n```",
  );
});
