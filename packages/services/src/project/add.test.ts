import { makeRepository } from "@docsteward/git/testing";
import { expect } from "vitest";
import type { UserActor } from "../actor.ts";
import { isStatementWaiting, seedJob, seedMember, seedProject } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { createProjectForMember } from "./create.ts";
import { countActivity } from "./find.ts";

const test = servicesTest()
  .extend(
    "repository",
    { scope: "file" },
    untilEnd(() => makeRepository({ "index.md": "# Hello\n" })),
  )
  .extend("place", { scope: "file" }, ({ services }) => async (organizationId: string, role: "admin" | "owner") => {
    const { id: userId, name } = await seedMember(services, { organizationId, role });
    const organization = await services.db.organization.findUniqueOrThrow({ where: { id: organizationId } });
    const actor: UserActor = { kind: "user", userId, name, role };
    return { ...services, organization, actor };
  });
test.beforeAll(async ({ services }) => {
  await services.db.organization.create({
    data: { id: "org_first", slug: "first", name: "First", createdAt: new Date("2020-01-01") },
  });
  await services.db.organization.create({ data: { id: "org_second", slug: "second", name: "Second" } });
});

test("an owner of the first organization makes a project over a path, and it is on record who did", async ({
  services,
  repository,
  place,
}) => {
  const owner = await place("org_first", "owner");

  const project = await createProjectForMember(owner, { domain: "by-path", repo: repository.path });

  expect(project).toMatchObject({ organizationId: "org_first", domain: "by-path", repository: repository.url });
  expect(await services.db.auditEvent.findFirst({ where: { targetId: project.id } })).toMatchObject({
    action: "project.created",
    actorKind: "user",
    actorId: owner.actor.userId,
  });
});

test("in a second organization an owner of the first may name a path, too", async ({ services, repository, place }) => {
  const { actor } = await place("org_first", "owner");
  const { organization } = await place("org_second", "owner");

  const project = await createProjectForMember(
    { ...services, organization, actor },
    { domain: "for-second", repo: repository.url },
  );

  expect(project.organizationId).toBe("org_second");
});

test("a project of an organization that is deleted meanwhile is refused, and does not bring it back", async ({
  services,
  repository,
  place,
}) => {
  const { actor } = await place("org_first", "owner");
  const organization = await services.db.organization.create({ data: { id: "org_gone", slug: "gone", name: "Gone" } });
  const isDeleted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const deleting = services.db.$transaction(async (tx) => {
    await tx.organization.delete({ where: { id: organization.id } });
    isDeleted.resolve();
    await mayCommit.promise;
  });
  await isDeleted.promise;

  const making = createProjectForMember(
    { ...services, organization, actor },
    { domain: "late", repo: repository.path },
  ).catch(({ code, message }) => `${code}: ${message}`);
  await expect.poll(() => isStatementWaiting(services)).toBe(true);
  mayCommit.resolve();
  await deleting;

  expect(await making).toBe("not_found: The organization was deleted.");
  expect(await services.db.organization.count({ where: { slug: "gone" } })).toBe(0);
});

test.for([
  ["org_first", "admin"],
  ["org_second", "owner"],
] as const)(
  "of %s an %s may not read what lies on this machine",
  async ([organizationId, role], { repository, place }) => {
    const add = createProjectForMember(await place(organizationId, role), {
      domain: "refused",
      repo: repository.path,
    });

    await expect(add).rejects.toMatchObject({ code: "role_too_low" });
  },
);

test("a path has to be whole, and a repository at GitHub one that the organization was given", async ({
  services,
  place,
}) => {
  const owner = await place("org_first", "owner");
  const add = (repo: string) => createProjectForMember(owner, { domain: "refused", repo });

  await expect(add("docs.git")).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("must be absolute"),
  });
  await expect(add(`${services.github.webUrl}/acme/docs`)).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("GitHub isn't connected yet."),
  });
});

test("activity counts thirty days of each project", async ({ services }) => {
  const [mine, other] = [await seedProject(services), await seedProject(services)];
  await seedJob(mine);
  await seedJob(mine, { createdAt: new Date(Date.now() - 31 * 86_400_000) });
  await seedJob(other);

  const activities = await countActivity(services, { projectIds: [mine.project.id] });

  expect([...activities]).toEqual([[mine.project.id, { jobs: 1, questions: 0 }]]);
});
