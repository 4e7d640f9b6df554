import { seedJob, seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { AgentSession } from "#app/(v1)/_compat/operations.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appProjectTest()
  .extend("get", { scope: "file" }, ({ ctx, key }) => (id: string) => {
    return send(GET, { params: { projectId: ctx.project.id, id }, key });
  })
  .extend("read", { scope: "file" }, ({ get }) => async (id: string) => {
    return AgentSession.strict().parse(await (await get(id)).json());
  });

test("a job at work has not halted, and says so without a reason", async ({ ctx, read }) => {
  const { id, createdAt } = await seedJob(ctx, { prompt: "Fix the typo\nin the guide", branch: "docs/fix" });

  expect(await read(id)).toEqual({
    sessionId: id,
    subdomain: ctx.project.domain,
    branch: "docs/fix",
    haulted: false,
    pullRequestLink: "",
    messageToUser: "The agent is working on it.",
    todos: [],
    title: "Fix the typo",
    createdAt: createdAt.toISOString(),
  });
});

test("a completed job has its link, its words, its todos and its title", async ({ ctx, read }) => {
  const todos = [{ id: "1", content: "Fix it", status: "completed", priority: "high" }];
  const prLink = "https://docsteward.test/acme/docs/pulls/7";
  const ended = { status: "completed", prLink, messageToUser: "Done.", title: "Fix the guide", todos } as const;
  const { id } = await seedJob(ctx, { ...ended, todos: [...todos] });

  expect(await read(id)).toMatchObject({
    haulted: true,
    haultReason: "completed",
    pullRequestLink: prLink,
    messageToUser: "Done.",
    title: "Fix the guide",
    todos,
  });
});

test.for([
  ["git_misconfigured", "git_missconfigured"],
  ["model_error", "error"],
  ["cancelled", "error"],
] as const)("a job that failed with %s halted for %s", async ([failureCode, haultReason], { ctx, read }) => {
  const { id } = await seedJob(ctx, { status: "failed", failureCode, failureReason: "This is why." });

  expect(await read(id)).toMatchObject({ haulted: true, haultReason, messageToUser: "This is why." });
});

test("names the maker of the key that was used, when that is known", async ({ services, ctx, read }) => {
  const made = await seedKey(ctx);
  await services.db.apiKey.update({ where: { id: made.id }, data: { createdById: "usr_ada" } });
  const { id } = await seedJob(ctx, { createdByKeyId: made.id });

  expect(await read(id)).toMatchObject({ userId: "usr_ada" });
});

test("hides another project's job", async ({ services, get }) => {
  const { id } = await seedJob(await seedProject(services));

  await expectProblem(await get(id), "not_found");
});
