import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { projectTest } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

const test = projectTest()
  .extend("variables", { scope: "file" }, ({ services }) => variablesOf(services))
  .extend("ask", { scope: "file" }, ({ ctx, variables }) => (question: string, ...more: string[]) => {
    return runCli(variables, "ask", ctx.project.domain, question, ...more);
  });
test.beforeAll(async ({ ctx }) => {
  const pages = [
    { path: "/guides/flags", title: "Flags", text: "A kill-switch turns a feature off." },
    { path: "/guides/install", title: "Install", text: "Install Glimmer with npm." },
  ];
  await seedSite(ctx, pages, { changedAt: new Date("2026-11-01T00:00:00Z") });
});

test("an answer is written with its numbered sources, and how to go on", async ({ ask }) => {
  const { code, stdout, stderr } = await ask("What turns a feature off?");

  expect(code).toBe(0);
  expect(stdout).toMatch(/^\*Quoted from the documentation[\s\S]*> A kill-switch turns a feature off\.\n/);
  expect(stdout).toMatch(/\n\[1\] Flags {2}\/guides\/flags#flags {2}\(changed 2026-11-01\)\n$/);
  expect(stderr).toMatch(/^\nThread thr_\w{22}\. To continue, use --thread thr_\w{22}\.\n$/);
});

test("--json prints one object, and --thread goes on", async ({ services, ask }) => {
  const first = JSON.parse((await ask("What turns a feature off?", "--json")).stdout);
  const second = JSON.parse((await ask("And with npm?", "--json", "--thread", first.threadId)).stdout);

  expect(first).toMatchObject({ category: "answered", sources: [{ number: 1, path: "/guides/flags" }] });
  expect(second.threadId).toBe(first.threadId);
  expect(await services.db.threadTurn.count({ where: { thread: { publicId: first.threadId } } })).toBe(2);
});

test("a model that fails is a sentence and ends with 1, and nothing of a page steers the terminal", async ({
  ctx,
  variables,
}) => {
  await using server = await startModelServer([reply.text("Read \u001b[31mthis\u0007."), reply.error(401, "bad key")]);
  const model = { ...variables, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: server.url };

  const said = await runCli(model, "ask", ctx.project.domain, "What turns a feature off?");
  const failed = await runCli(model, "ask", ctx.project.domain, "What turns a feature off?");

  expect(said.stdout).toMatch(/^Read \[31mthis\.\n/);
  expect(failed).toMatchObject({ code: 1, stdout: "", stderr: "The assistant's model failed. Try again later.\n" });
});

test("a site without an index says so", async ({ services, variables }) => {
  const empty = await seedProject(services);

  const { code, stderr } = await runCli(variables, "ask", empty.project.domain, "Why?");

  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("aren't indexed yet") });
});

test("a project gets its site URL, and answers link to it", async ({ ctx, variables, ask }) => {
  const { domain } = ctx.project;

  const updated = await runCli(
    variables,
    "project",
    "update",
    domain,
    "--site-url",
    "https://docs.acme.test/",
    "--support-contact",
    "help@acme.test",
    "--suggestions",
    "off",
    "--json",
  );
  const answer = JSON.parse((await ask("What turns a feature off?", "--json")).stdout);
  const wrong = await runCli(variables, "project", "update", domain, "--site-url", "docs.acme.test");
  const forgotten = await runCli(variables, "project", "update", domain, "--site-url", "none");

  expect(JSON.parse(updated.stdout)).toEqual({
    domain,
    siteUrl: "https://docs.acme.test",
    supportContact: "mailto:help@acme.test",
    hasSuggestions: false,
    isPublic: false,
  });
  expect(answer.sources[0].url).toBe("https://docs.acme.test/guides/flags#flags");
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Use the form https://docs.acme.com") });
  expect(forgotten.stdout).toBe(
    `${domain}  answers link to paths\ncontact      mailto:help@acme.test\nsuggestions  off\npublic       off\n`,
  );
});

test("what readers asked is listed and shown, and what the pages do not answer is a list of its own", async ({
  services,
  variables,
}) => {
  const site = await seedProject(services);
  const { domain } = site.project;
  await seedSite(site, [{ path: "/guides/flags", title: "Flags", text: "A kill-switch turns a feature off." }]);
  const none = await runCli(variables, "thread", "unanswered", domain);
  await runCli(variables, "ask", domain, "What turns a feature off?");
  await runCli(variables, "ask", domain, "Is there a helm chart\u001b[2J for zebras?");

  const listed = await runCli(variables, "thread", "list", domain);
  const [thread] = JSON.parse((await runCli(variables, "thread", "list", domain, "--limit", "1", "--json")).stdout);
  const shown = await runCli(variables, "thread", "show", domain, thread.id);
  const unanswered = await runCli(variables, "thread", "unanswered", domain);

  expect(none).toMatchObject({ code: 0, stdout: "", stderr: "No unanswered questions.\n" });
  expect(listed.stdout).toMatch(/FIRST QUESTION\nthr_\w+ .* 1 {6}Is there a helm chart.* for zebras\?\nthr_/);
  expect(shown.stdout).toMatch(/done, unanswered\n> Is there a helm chart\[2J for zebras\?\n\*Quoted from/);
  expect(unanswered.stdout).toMatch(/^\d{4}-\d\d-\d\d {2}Is there a helm chart\[2J for zebras\?\n$/);
});
