import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProjectContext } from "@docsteward/services/context";
import { claimIndex, failIndex } from "@docsteward/services/site/index-run";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { projectTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli, startCli, variablesOf } from "./testing.ts";

const test = projectTest()
  .extend("folder", { scope: "file" }, () => mkdtemp(join(tmpdir(), "docsteward-questions-")))
  .extend("variables", { scope: "file" }, ({ services }) => variablesOf(services))
  .extend("cli", { scope: "file" }, ({ variables }) => (...args: string[]) => {
    return runCli(variables, ...args);
  });
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [
    { path: "/guides/flags", title: "Flags", version: "2", text: "A kill-switch turns a feature off." },
    { path: "/guides/install", title: "Install", version: "1", text: "Install Glimmer with npm." },
  ]),
);
test.afterAll(({ folder }) => rm(folder, { recursive: true, force: true }));

test("search shows the page, the heading and the passage, or JSON", async ({ ctx, cli }) => {
  const { domain } = ctx.project;

  const shown = await cli("search", domain, "how do I turn a feature off?");
  const json = await cli("search", domain, "install with npm", "--limit", "1", "--json");
  const filtered = await cli("search", domain, "npm", "--filter", "version=2");

  expect(shown).toMatchObject({ code: 0, stderr: "" });
  expect(shown.stdout).toBe("1. Flags  /guides/flags#flags\n   A kill-switch turns a feature off.\n");
  expect(JSON.parse(json.stdout)).toMatchObject([{ path: "/guides/install" }]);
  expect(filtered).toMatchObject({ code: 0, stdout: "", stderr: "No results.\n" });
});

test("search says which filters there are, and that a site has no index yet", async ({ services, ctx, cli }) => {
  const empty = await seedProject(services);

  const wrong = await cli("search", ctx.project.domain, "npm", "--filter", "colour=blue");
  const early = await cli("search", empty.project.domain, "npm");

  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("version, language, tag, groups, path") });
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("aren't indexed yet") });
});

test("eval tells where the right pages come, and ends with 1 below the bound", async ({ ctx, folder, cli }) => {
  const questions = join(folder, "questions.yml");
  await writeFile(
    questions,
    "- question: How do I install Glimmer?\n  pages: guides/install/\n- question: zzz\n  pages: [/guides/flags]\n",
  );
  const at = ["--domain", ctx.project.domain];

  const fine = await cli("eval", questions, ...at, "--min", "0.5");
  const poor = await cli("eval", questions, ...at, "--min", "0.6");

  expect(fine).toMatchObject({ code: 0, stderr: "" });
  expect(fine.stdout).toMatch(/^RANK {2}QUESTION .*\n1 {5}How do I install Glimmer\?/);
  expect(fine.stdout).toContain("recall@10 0.500   nDCG@10 0.500   MRR@10 0.500   questions 2");
  expect(poor).toMatchObject({ code: 1, stderr: "Recall is 0.500. The minimum is 0.6.\n" });
});

test("eval reads JSON lines, and says what is wrong with a question", async ({ ctx, folder, cli }) => {
  const lines = join(folder, "questions.jsonl");
  const odd = join(folder, "odd.jsonl");
  const gone = join(folder, "gone.yml");
  await writeFile(lines, '{"question":"turn a feature off","pages":["/guides/flags"],"filter":{"version":"2"}}\n');
  await writeFile(odd, '{"question":"x","pages":[]}\n');
  await writeFile(gone, "- {question: x, pages: /nowhere}\n");
  const at = ["--domain", ctx.project.domain];

  const fine = await cli("eval", lines, ...at, "--json");

  expect(JSON.parse(fine.stdout)).toMatchObject({
    recall: 1,
    ndcg: 1,
    questions: [{ rank: 1, found: ["/guides/flags"] }],
  });
  expect(await cli("eval", odd, ...at)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("question 1, pages"),
  });
  expect(await cli("eval", gone, ...at)).toMatchObject({ code: 2, stderr: expect.stringContaining("/nowhere") });
  expect(await cli("eval", "nothing.yml", ...at)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("not found"),
  });
});

test("index asks for a run, and with --wait tells how it goes and ends", async ({ services, variables, cli }) => {
  const own = await seedProject(services);
  await seedSite(own, [{ path: "/a", text: "Gizmos." }]);
  const { domain } = own.project;

  const asked = await cli("index", domain);
  const waiting = startCli(variables, "index", domain, "--wait");
  const claimed = await untilClaimed(own);
  await failIndex(own, { lease: claimed.lease, failure: "The repository has no branch main." });
  const again = await claimIndex(own, { projectId: own.project.id });
  if (again) await failIndex(own, { lease: again.lease, failure: "The repository has no branch main." });
  const { code, stdout } = await waiting.ended;
  const status = await cli("index", domain, "--status", "--json");

  expect(asked).toMatchObject({ code: 0, stdout: "waiting for a worker; indexed pages: 1, at 11111111\n" });
  expect(code).toBe(1);
  expect(stdout).toContain("failed: The repository has no branch main. (indexed pages: 1, at 11111111)");
  expect(JSON.parse(status.stdout)).toMatchObject({ status: "failed", answers: { version: 1, pages: 1 } });
});

test("index names the pages that were skipped", async ({ services, cli }) => {
  const own = await seedProject(services);
  const reason = "takes more than 5 s of CPU time";
  const skipped = [{ path: "guides/slow\u001b.md", sha: "0", cpuSeconds: 5, reason }];
  await seedSite(own, [{ path: "/a", text: "Gizmos." }], { skipped });

  const { stdout } = await cli("index", own.project.domain, "--status");

  expect(stdout).toBe(`ready: indexed pages: 1, at 11111111\n1 page was skipped:\n  guides/slow.md ${reason}\n`);
});

/** The run of `index --wait` is the second request: taken once that has come. */
async function untilClaimed(own: ProjectContext) {
  for (;;) {
    const { requests } = await own.db.siteIndex.findUniqueOrThrow({ where: { projectId: own.project.id } });
    const claimed = requests < 3 ? null : await claimIndex(own, { projectId: own.project.id });
    if (claimed) return claimed;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
