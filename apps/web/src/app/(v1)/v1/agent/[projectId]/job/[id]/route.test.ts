import type { ProjectContext } from "@docsteward/services/context";
import { seedJob, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AgentSession } from "#app/(v1)/_compat/schemas.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { openTestApp, send } from "#testing/test-app.ts";
import { GET } from "./route.ts";

let services: TestServices;
let ctx: ProjectContext;
let key: string;
beforeAll(async () => {
  services = await openTestApp();
  ctx = await seedProject(services);
  key = (await seedKey(ctx)).token;
});
afterAll(() => services.close());

const get = (id: string) => send(GET, { params: { projectId: ctx.project.id, id }, key });
const read = async (id: string) => AgentSession.strict().parse(await (await get(id)).json());

test("a job at work has not halted, and says so without a reason", async () => {
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

test("a completed job has its link, its words, its todos and its title", async () => {
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

test.each([
  ["git_misconfigured", "git_missconfigured"],
  ["model_error", "error"],
  ["cancelled", "error"],
])("a job that failed with %s halted for %s", async (failureCode, haultReason) => {
  const { id } = await seedJob(ctx, { status: "failed", failureCode, failureReason: "This is why." });

  expect(await read(id)).toMatchObject({ haulted: true, haultReason, messageToUser: "This is why." });
});

test("names the maker of the key that was used, when that is known", async () => {
  const made = await seedKey(ctx);
  await services.db.apiKey.update({ where: { id: made.id }, data: { createdById: "usr_ada" } });
  const { id } = await seedJob(ctx, { createdByKeyId: made.id });

  expect(await read(id)).toMatchObject({ userId: "usr_ada" });
});

test("hides another project's job", async () => {
  const { id } = await seedJob(await seedProject(services));

  await expectProblem(await get(id), "not_found");
});
