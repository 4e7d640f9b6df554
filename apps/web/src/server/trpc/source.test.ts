import { makeRepository } from "@docsteward/git/testing";
import { seedKey } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { POST as remove } from "../../app/(api)/v2/agent/[projectId]/source/[name]/remove/route.ts";
import { POST as change } from "../../app/(api)/v2/agent/[projectId]/source/[name]/route.ts";
import { POST as add, GET as list } from "../../app/(api)/v2/agent/[projectId]/sources/route.ts";
import { expectProblem } from "../../testing/expect-problem.ts";
import { appProjectTest, projectPath, send, signedInCaller } from "../../testing/test-app.ts";

const test = appProjectTest().extend(
  "code",
  { scope: "file" },
  untilEnd(() => makeRepository({ "src/a.ts": "export {};\n" })),
);
test.beforeAll(({ code }) => code.git("tag", "v1"));

test("what the dashboard adds, keys list, change and remove", async ({ services, ctx, code }) => {
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
