import { parseInput } from "@docsteward/contract/input-schema";
import { AddSource } from "@docsteward/contract/source-operations";
import { makeRepository } from "@docsteward/git/testing";
import { startTestGitHub } from "@docsteward/git/testing-github";
import { expect } from "vitest";
import { listAuditEvents } from "./audit/list.ts";
import { syncInstallations } from "./github-app/installations.ts";
import { addSource, changeSource, listReadableSources, listSources, removeSource } from "./source.ts";
import { createTestServices, seedProject } from "./testing.ts";
import { servicesTest, untilEnd } from "./testing-fixtures.ts";

const test = servicesTest()
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "src/a.ts": "export {};\n" }, { branch: "trunk" })),
  )
  .extend("add", { scope: "file" }, ({ repository }) => (name: string, ref?: string) => {
    return parseInput(AddSource, { name, repository: repository.url, ...(ref !== undefined && { ref }) });
  });
test.beforeAll(({ repository }) => repository.git("tag", "v1"));

test("a source is added at the default branch, changed, removed, and each change is in the audit log", async ({
  services,
  repository,
  add,
}) => {
  const ctx = await seedProject(services);

  expect(await addSource(ctx, add("app"))).toMatchObject({
    name: "app",
    repository: repository.url,
    ref: "trunk",
    lastRead: null,
  });
  await changeSource(ctx, { name: "app", change: { name: "server", ref: "v1" } });
  expect((await listSources(ctx)).sources).toMatchObject([{ name: "server", ref: "v1" }]);
  await removeSource(ctx, { name: "server" });

  expect(await listSources(ctx)).toEqual({ sources: [] });
  const events = await listAuditEvents(ctx);
  expect(events.map(({ action, details }) => [action, details])).toEqual([
    ["source.removed", { name: "server", repository: repository.url, ref: "v1" }],
    ["source.changed", { name: "server", repository: repository.url, ref: "v1" }],
    ["source.added", { name: "app", repository: repository.url, ref: "trunk" }],
  ]);
});

test("names are unique in a project, also for two that come at the same time", async ({ services, add }) => {
  const [ctx, other] = [await seedProject(services), await seedProject(services)];

  const added = await Promise.allSettled([addSource(ctx, add("app")), addSource(ctx, add("app"))]);
  await addSource(other, add("app"));
  await addSource(ctx, add("cli"));

  expect(added.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(changeSource(ctx, { name: "cli", change: { name: "app" } })).rejects.toMatchObject({
    code: "conflict",
    message: "The project has a source @app. Choose another name.",
  });
});

test("a source that two people remove at the same time is removed once, and the other one is answered", async ({
  services,
  add,
}) => {
  const ctx = await seedProject(services);
  await addSource(ctx, add("app"));

  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => removeSource(ctx, { name: "app" })));

  expect(outcomes.map((one) => (one.status === "rejected" ? one.reason.code : "removed")).sort()).toEqual([
    "not_found",
    "not_found",
    "not_found",
    "removed",
  ]);
});

test("hides another project's sources, and lets it change none", async ({ services, add }) => {
  const [ctx, other] = [await seedProject(services), await seedProject(services)];
  await addSource(ctx, add("app"));

  expect(await listSources(other)).toEqual({ sources: [] });
  await expect(changeSource(other, { name: "app", change: { ref: "v1" } })).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(removeSource(other, { name: "app" })).rejects.toMatchObject({ code: "not_found" });
  expect((await listSources(ctx)).sources).toMatchObject([{ name: "app", ref: "trunk" }]);
});

test("an unknown ref, a repository that is gone and a bad name are refused with what to do", async ({
  services,
  add,
}) => {
  const ctx = await seedProject(services);

  await expect(addSource(ctx, add("app", "nowhere"))).rejects.toThrow("no branch or tag nowhere");
  for (const ref of [undefined, "a".repeat(40)]) {
    await expect(addSource(ctx, { name: "app", repository: "/nowhere/at/all", ref })).rejects.toMatchObject({
      code: "invalid_request",
    });
  }
  expect(() => add("App")).toThrow("1 to 40 lowercase letters");
  expect(() => add("app", "a b")).toThrow("name of a branch or a tag");
});

test("a 51st source is refused", async ({ services, repository, add }) => {
  const ctx = await seedProject(services);
  const row = { host: "local", repository: repository.url, ref: "trunk", createdAt: new Date() };
  await services.db.source.createMany({
    data: Array.from({ length: 50 }, (_, at) => ({
      ...row,
      id: `src_${at}`,
      projectId: ctx.project.id,
      name: `s${at}`,
    })),
  });

  await expect(addSource(ctx, add("app"))).rejects.toThrow("50 sources, which is the limit");
});

test("a path is for owners of the first organization, and never for a key", async ({ services, add }) => {
  const ctx = await seedProject(services);
  const asKey = { ...ctx, actor: { kind: "key" as const, keyId: "key_1" } };
  const asPerson = { ...ctx, actor: { kind: "user" as const, userId: "usr_1", name: "Ada", role: "owner" as const } };

  await expect(addSource(asKey, add("app"))).rejects.toThrow("A key can't add a repository by its path");
  await expect(addSource(asPerson, add("app"))).rejects.toMatchObject({ code: "role_too_low" });
});

test("a repository at GitHub must be one of the organization, at each read anew", async () => {
  await using at = await startTestGitHub();
  await using services = await createTestServices({ gitHubApp: at.config });
  const ctx = await seedProject(services);
  const person = { ...ctx, actor: { kind: "user" as const, userId: "usr_1", name: "Ada", role: "admin" as const } };
  const input = { name: "docs", repository: at.source.repository };
  await syncInstallations(services);
  const assign = (organizationId: string) => services.db.gitHubInstallation.updateMany({ data: { organizationId } });
  const other = await seedProject(services);

  await assign(other.project.organizationId);
  await expect(addSource(person, input)).rejects.toThrow("has no access to the repository acme/docs");
  await assign(ctx.project.organizationId);
  expect(await addSource(person, input)).toMatchObject({ ref: "main" });

  const [source] = await listReadableSources(services, ctx);
  expect((await source?.access())?.url).toBe(`${at.source.repository}.git`);
  await source?.note({ commit: "a".repeat(40) });
  expect((await listSources(ctx)).sources[0]?.lastRead).toMatchObject({ commit: "a".repeat(40), error: null });
  await assign(other.project.organizationId);
  await expect(source?.access()).rejects.toThrow("no longer has access to the repository acme/docs");
});
