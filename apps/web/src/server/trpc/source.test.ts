import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import type { ProjectContext } from "@docsteward/services/context";
import { seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as remove } from "../../app/(api)/v2/agent/[projectId]/source/[name]/remove/route.ts";
import { POST as change } from "../../app/(api)/v2/agent/[projectId]/source/[name]/route.ts";
import { POST as add, GET as list } from "../../app/(api)/v2/agent/[projectId]/sources/route.ts";
import { expectProblem } from "../../testing/expect-problem.ts";
import { openTestApp, projectPath, send, signedInCaller } from "../../testing/test-app.ts";

let services: TestServices;
let ctx: ProjectContext;
let code: TestRepository;
beforeAll(async () => {
  services = await openTestApp();
  code = await makeRepository({ "src/a.ts": "export {};\n" });
  await code.git("tag", "v1");
  ctx = await seedProject(services);
});
afterAll(async () => {
  await code.remove();
  await services.close();
});

test("what the dashboard adds, keys list, change and remove", async () => {
  const site = projectPath(ctx);
  const { source } = signedInCaller(services);
  await source.add({ ...site, name: "app", repository: code.url });
  const key = (await seedKey(ctx)).token;
  const params = { projectId: ctx.project.id };

  const listed = await send(list, { params, key });
  const changed = await send(change, { params: { ...params, name: "app" }, key, body: { ref: "v1" } });

  expect(await listed.json()).toEqual({ sources: [expect.objectContaining({ name: "app", ref: "main" })] });
  expect(await changed.json()).toMatchObject({ name: "app", ref: "v1", lastRead: null });
  expect(await source.list(site)).toMatchObject([{ name: "app", ref: "v1" }]);
  expect(await (await send(remove, { params: { ...params, name: "app" }, key })).json()).toEqual({ name: "app" });
  await expectProblem(await send(remove, { params: { ...params, name: "app" }, key }), "not_found");
  await expectProblem(await send(add, { params, key, body: { name: "app", repository: code.url } }), "invalid_request");
  expect(await source.list(site)).toEqual([]);
});
