import { seedJob, seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { AgentSessionList } from "#app/(v1)/_compat/operations.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appProjectTest().extend("list", { scope: "file" }, ({ ctx, key }) => (query = "") => {
  return send(GET, { params: { projectId: ctx.project.id }, key, query });
});

const idsOf = async (response: Response) =>
  AgentSessionList.parse(await response.json()).allSessions.map(({ sessionId }) => sessionId);

test("gives the project's sessions newest first, all of them or a part", async ({ services, ctx, list }) => {
  const ids: string[] = [];
  for (const minute of [1, 2, 3, 4]) {
    ids.unshift((await seedJob(ctx, { createdAt: new Date(`2026-11-21T10:0${minute}:00Z`) })).id);
  }
  await seedJob(await seedProject(services));

  expect(await idsOf(await list())).toEqual(ids);
  expect(await idsOf(await list("?take=2"))).toEqual(ids.slice(0, 2));
  expect(await idsOf(await list("?skip=1&take=2"))).toEqual(ids.slice(1, 3));
  expect(await idsOf(await list("?skip=3"))).toEqual(ids.slice(3));
});

test("is bounded at 1,000 sessions", async ({ services }) => {
  const crowded = await seedProject(services);
  const { token } = await seedKey(crowded);
  const { id: _, ...row } = await seedJob(crowded);
  await services.db.job.createMany({
    data: Array.from({ length: 1_000 }, (_item, index) => ({
      ...row,
      todos: [],
      id: `job_${crowded.project.id}_${index}`,
    })),
  });

  const response = await send(GET, { params: { projectId: crowded.project.id }, key: token });

  expect(await idsOf(response)).toHaveLength(1_000);
});

test.for(["?take=0", "?take=101", "?skip=-1", "?take=x", "?skip=1e9"])("%s is refused", async (query, { list }) => {
  await expectProblem(await list(query), "invalid_request");
});
