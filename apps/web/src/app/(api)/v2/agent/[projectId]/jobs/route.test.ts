import { JobList } from "@docsteward/contract/job";
import type { ProjectContext } from "@docsteward/services/context";
import { seedJob, seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectProblem } from "#testing/expect-problem.ts";
import { openTestApp, send } from "#testing/test-app.ts";
import { GET } from "./route.ts";

let services: TestServices;
let ctx: ProjectContext;
let key: string;
let ids: string[];
beforeAll(async () => {
  services = await openTestApp();
  ctx = await seedProject(services);
  key = (await seedKey(ctx)).token;
  ids = [];
  for (const data of [{}, { status: "completed" }, { archivedAt: new Date() }] as const) {
    ids.unshift((await seedJob(ctx, data)).id);
  }
  await seedJob(await seedProject(services));
});
afterAll(() => services.close());

const ask = (query = "") => send(GET, { params: { projectId: ctx.project.id }, key, query });
const list = async (query = "") => {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return JobList.parse(await response.json());
};
const idsOf = async (query: string) => (await list(query)).jobs.map(({ id }) => id);

test("gives the project's own jobs, newest first", async () => {
  expect(await list()).toMatchObject({ nextCursor: null, hasMore: false });
  expect(await idsOf("")).toEqual(ids);
});

test("goes on page by page with the cursor", async () => {
  const first = await list("?limit=2");
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);

  expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
  expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(ids);
  expect(second).toMatchObject({ hasMore: false, nextCursor: null });
});

test("filters by status and archive", async () => {
  expect(await idsOf("?status=completed")).toEqual([ids[1]]);
  expect(await idsOf("?archived=true")).toEqual([ids[0]]);
  expect(await idsOf("?archived=false")).toEqual(ids.slice(1));
});

test.each(["?limit=0", "?limit=101", "?limit=x", "?status=done", "?archived=1", "?cursor=tampered"])(
  "%s is refused",
  async (query) => {
    await expectProblem(await ask(query), "invalid_request");
  },
);
