import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeDataDir, makeRepository, type TestRepository } from "@docsteward/git/testing";
import { reply, type Script } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";
import { expect, test } from "vitest";
import { runCli } from "../testing.ts";
import { formatReport, summarize } from "./results.ts";
import { type BenchRequest, runBench } from "./run-bench.ts";

const page = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
const PAGES = {
  "docs.json": '{ "navigation": { "pages": ["index", "guides/install", "guides/cache"] } }\n',
  "src/main.ts": "export {};\n",
  "index.mdx": page("Welcome", "Glimmer keeps your flags. See [the guide](/guides/install)."),
  "guides/install.mdx": page("Install", "Install Glimmer with npm. You will recieve updates."),
  "guides/cache.mdx": page("Cache", "The cache lives for one hour."),
};

/** Commits with a message, as a person would. */
async function change(repository: TestRepository, message: string, files: Record<string, string | null>) {
  const made = await repository.commit(files);
  const commit = await repository.git("commit-tree", `${made}^{tree}`, "-p", `${made}^`, "-m", message);
  await repository.git("update-ref", `refs/heads/${repository.branch}`, commit);
  return commit;
}

async function makeHistory() {
  const repository = await makeRepository(PAGES);
  const typo = await change(
    repository,
    "Fix the typo in the install guide (#7)\n\nSigned-off-by: Ada <ada@example.com>",
    {
      "guides/install.mdx": page("Install", "Install Glimmer with npm. You will receive updates."),
    },
  );
  const cache = await change(repository, "Say how long the cache lives, closes #12", {
    "guides/cache.mdx": page("Cache", "The cache lives for two hours."),
  });
  return { repository, typo, cache };
}

async function openBench(
  repository: TestRepository,
  variables: Record<string, string>,
  more: Partial<BenchRequest> = {},
) {
  const folder = await makeDataDir();
  const results = join(folder.path, "results.jsonl");
  const ran: string[] = [];
  const request: BenchRequest = {
    target: repository.path,
    ref: "HEAD",
    docsPath: "",
    tasks: 20,
    jobs: 1,
    source: [],
    results,
    env: parseEnv(variables),
    onResult: ({ commit }) => ran.push(commit),
    ...more,
  };
  const lines = async () => (await readFile(results, "utf8")).split("\n").filter(Boolean);
  return { request, ran, lines, folder, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const offline = { MODEL_PROVIDER: "offline" };

test("a commit message that looks like git's own output makes no task of its own", async () => {
  const { repository, typo, cache } = await makeHistory();
  await using _ = repository;
  await using bench = await openBench(repository, offline);
  const forged = `\u0001--output=/tmp/x\u0002${typo}\u0002Write down what the cache does`;
  const real = await change(repository, `Explain the cache once more\n\n${forged}`, {
    "guides/cache.mdx": page("Cache", "The cache lives for two hours, then it is empty."),
  });

  const { results } = await runBench(bench.request);

  expect(results.map(({ commit }) => commit)).toEqual([real, cache, typo]);
});

test("tasks are commits that changed one to five pages and nothing else, with a message that asks for something", async () => {
  const { repository, typo, cache } = await makeHistory();
  await using _ = repository;
  const many = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`more/${at}.mdx`, page("More", "More.")]));
  await change(repository, "Add many pages about everything", many);
  await change(repository, "Document what the code now does", { "src/main.ts": "\n", "index.mdx": page("Hi", "Hi.") });
  await change(repository, "Bump the version of the guides", { "index.mdx": page("Hi", "Version 2.") });
  await change(repository, "Fix typo", { "index.mdx": page("Hi", "Version two.") });
  await change(repository, "Write down what changed last", { "CHANGELOG.md": "# Changes\n" });
  await change(repository, "List the chapters in another order", { "SUMMARY.md": "* [Cache](guides/cache.mdx)\n" });
  const renamed = await change(repository, "Move the cache guide to reference", {
    "guides/cache.mdx": null,
    "reference/cache.mdx": page("Cache", "The cache lives for two hours."),
  });
  await using bench = await openBench(repository, offline);

  const { results } = await runBench(bench.request);

  expect(results.map(({ commit }) => commit)).toEqual([renamed, cache, typo]);
  expect(results.map(({ prompt }) => prompt)).toEqual([
    "Move the cache guide to reference",
    "Say how long the cache lives, closes #12",
    "Fix the typo in the install guide",
  ]);
  expect(results[0]?.wanted).toEqual(["guides/cache.mdx", "reference/cache.mdx"]);
});

test("the text of an issue that a commit names is the prompt, and a wrong line of the file is named", async () => {
  const { repository } = await makeHistory();
  await using _ = repository;
  await using bench = await openBench(repository, offline);
  const issues = join(bench.folder.path, "issues.jsonl");
  await writeFile(issues, '{"number": 12, "text": "The docs say one hour, but it is two."}\n');

  const { results } = await runBench({ ...bench.request, issues });

  expect(results[0]?.prompt).toBe("The docs say one hour, but it is two.");
  await writeFile(issues, '{"number": 12, "text": "a"}\n{"issue": 3}\n');
  await expect(runBench({ ...bench.request, issues })).rejects.toThrow("line 2 isn't an issue");
});

test("with the offline model the pages are searched for, beside plain BM25", async () => {
  const { repository } = await makeHistory();
  await using _ = repository;
  await change(repository, "Explain zebras to newcomers properly", { "index.mdx": page("Welcome", "Hello.") });
  await using bench = await openBench(repository, offline);

  const { model, results } = await runBench(bench.request);

  const one = { at5: 1, at10: 1 };
  const none = { at5: 0, at10: 0 };
  expect(results.map(({ localization }) => localization)).toEqual([
    { pages: 3, search: none, bm25: none },
    { pages: 3, search: one, bm25: one },
    { pages: 3, search: one, bm25: one },
  ]);
  const summary = summarize(model, results);
  expect(summary).toMatchObject({ model: "offline", tasks: 3, searchRecallAt5: 2 / 3, bm25RecallAt10: 2 / 3 });
  expect(formatReport(summary, results)).toContain("Say how long the cache lives");
});

test("a second run takes up where the first one stopped, and a half line is run again", async () => {
  const { repository, typo } = await makeHistory();
  await using _ = repository;
  await using bench = await openBench(repository, offline, { jobs: 2 });
  await runBench({ ...bench.request, tasks: 1 });
  const [line = ""] = await bench.lines();
  await writeFile(bench.request.results, `${line}\n{"commit":"${typo}","mod`);

  const { results } = await runBench(bench.request);

  expect(bench.ran).toHaveLength(2);
  expect(bench.ran[1]).toBe(typo);
  expect(results).toHaveLength(2);
  expect(await bench.lines()).toHaveLength(3);
});

const isJudge = (text: string) => text.includes("You compare two changes");

/** An agent that fixes the typo, edits the wrong page for the cache, and a judge. */
const script: Script = ({ text, turn }) => {
  if (isJudge(text)) {
    const verdict = text.includes("receive") ? "as good" : "wrong";
    return reply.text(`Here: {"verdict": "${verdict}", "reason": "Because."}`);
  }
  if (text.includes("Fix the typo")) {
    const edit = { path: "guides/install.mdx", old: "recieve", new: "receive" };
    const turns = [
      reply.tool("read", { path: edit.path }),
      reply.tool("edit", edit),
      reply.tool("finish", { title: "Fix a typo", summary: "Fixed." }),
    ];
    return turns[turn];
  }
  const edit = { path: "index.mdx", old: "flags. See", new: "flags for two hours. See [this](/nowhere) and" };
  const finish = reply.tool("finish", { title: "Say it", summary: "Said." });
  return [reply.tool("read", { path: edit.path }), reply.tool("edit", edit)][turn] ?? finish;
};

test("the agent is scored beside the person, and a judge compares their changes", async () => {
  const { repository } = await makeHistory();
  await using _ = repository;
  await using server = await startModelServer(script);
  const variables = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url };
  await using bench = await openBench(repository, variables, { judge: "opus", jobs: 2 });
  const before = await repository.git("for-each-ref");

  const { model, results } = await runBench(bench.request);

  const [cache, typo] = results;
  expect(typo).toMatchObject({
    agent: {
      status: "completed",
      changed: ["guides/install.mdx"],
      precision: 1,
      recall: 1,
      newErrors: 0,
      modelCalls: 3,
      inputTokens: 300,
      outputTokens: 60,
    },
    verdict: { verdict: "as good", reason: "Because." },
  });
  expect(typo?.agent?.bytes).toBe(typo?.agent?.humanBytes);
  expect(typo?.agent?.costUsd).toBeCloseTo(0.0018);
  expect(cache).toMatchObject({ agent: { precision: 0, recall: 0, newErrors: 1 }, verdict: { verdict: "wrong" } });
  const summary = summarize(model, results);
  expect(summary).toMatchObject({
    tasks: 2,
    completed: 2,
    precision: 0.5,
    withoutNewErrors: 1,
    asGood: 0.5,
    wrong: 0.5,
  });
  expect(formatReport(summary, results)).toMatch(/completed +1\.00 +1\.00 +0\+0/);
  expect(await repository.git("for-each-ref")).toBe(before);
  const judged = server.requests.filter(({ text }) => isJudge(text));
  expect(judged.map((request) => request.model)).toEqual(["claude-opus-4-5", "claude-opus-4-5"]);
});

test("an agent that fails is a result with its reason", async () => {
  const { repository } = await makeHistory();
  await using _ = repository;
  await using server = await startModelServer(() => reply.error(400, "no"));
  await using bench = await openBench(
    repository,
    { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url },
    { tasks: 1 },
  );

  const { results } = await runBench(bench.request);

  expect(results[0]?.agent).toMatchObject({ status: "failed", recall: 0, newErrors: null, changed: [] });
  expect(results[0]?.agent?.message).toContain("Anthropic refused the request");
});

test("the command prints JSON, and says in a sentence what is wrong", async () => {
  const { repository } = await makeHistory();
  await using _ = repository;
  await using folder = await makeDataDir();
  const run = (...args: string[]) =>
    runCli(offline, "bench", "agent", ...args, "--results", join(folder.path, "results.jsonl"));

  const [json, missing] = await Promise.all([run(repository.path, "--json"), run(folder.path)]);

  expect(json).toMatchObject({ code: 0, stderr: expect.stringContaining("2 of 2:") });
  expect(JSON.parse(json.stdout)).toMatchObject({ summary: { tasks: 2, searchRecallAt5: 1 } });
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("isn't a git repository") });
});

test("a task reads a source as it was at the time of its commit, and no later one", async () => {
  await using repository = await makeRepository(PAGES);
  await repository.commit(
    { "guides/cache.mdx": page("Cache", "Two hours.") },
    undefined,
    "Say how long the cache lives",
  );
  await using code = await makeRepository({ "src/cache.ts": "export const hours = 2;\n" });
  const made = await code.commit({ "src/cache.ts": "export const hours = 3;\n" }, "draft");
  // Commits of the test's repositories are of one old day; this one is of today.
  const later = await code.git("commit-tree", `${made}^{tree}`, "-p", `${made}^`, "-m", "Later");
  await code.git("update-ref", "refs/heads/main", later);
  await using server = await startModelServer([
    reply.tool("grep", { pattern: "hours", path: "@app" }),
    reply.tool("finish", { title: "None", summary: "", reply: "Seen.", noChange: true }),
  ]);
  const variables = { ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: server.url };
  const source = [{ name: "app", folder: code.path, ref: "main", base: null }];
  await using bench = await openBench(repository, variables, { tasks: 1, source });

  await runBench(bench.request);

  expect(server.requests.at(-1)?.text).toContain("@app/src/cache.ts:1:export const hours = 2;");
});
