import { JobList } from "@docsteward/contract/job";
import { seedJob, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { GET } from "./route.ts";

const test = appProjectTest()
  .extend("ids", { scope: "file" }, (): string[] => [])
  .extend("ask", { scope: "file" }, ({ ctx, key }) => (query = "") => {
    return send(GET, { params: { projectId: ctx.project.id }, key, query });
  })
  .extend("list", { scope: "file" }, ({ ask }) => async (query = "") => {
    const response = await ask(query);
    expect(response.status).toBe(200);
    return JobList.parse(await response.json());
  })
  .extend("idsOf", { scope: "file" }, ({ list }) => async (query: string) => {
    return (await list(query)).jobs.map(({ id }) => id);
  });
test.beforeAll(async ({ ctx, ids, services }) => {
  for (const data of [{}, { status: "completed" }, { archivedAt: new Date() }] as const) {
    ids.unshift((await seedJob(ctx, data)).id);
  }
  await seedJob(await seedProject(services));
});

test("gives the project's own jobs, newest first", async ({ ids, list, idsOf }) => {
  expect(await list()).toMatchObject({ nextCursor: null, hasMore: false });
  expect(await idsOf("")).toEqual(ids);
});

test("goes on page by page with the cursor", async ({ ids, list }) => {
  const first = await list("?limit=2");
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);

  expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
  expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(ids);
  expect(second).toMatchObject({ hasMore: false, nextCursor: null });
});

test("filters by status and archive", async ({ ids, idsOf }) => {
  expect(await idsOf("?status=completed")).toEqual([ids[1]]);
  expect(await idsOf("?archived=true")).toEqual([ids[0]]);
  expect(await idsOf("?archived=false")).toEqual(ids.slice(1));
});

test.for(["?limit=0", "?limit=101", "?limit=x", "?status=done", "?archived=1", "?cursor=tampered"])(
  "%s is refused",
  async (query, { ask }) => {
    await expectProblem(await ask(query), "invalid_request");
  },
);
