import { startTestGitHub } from "@docsteward/git/testing-github";
import { fixedClock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { describe, expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { createProject } from "../project/create.ts";
import { findProjectByDomain } from "../project/find.ts";
import { connectRepository } from "../project/source.ts";
import { createTestServices, seedMember as seedPerson, seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { getGitHubStatus } from "./get-status.ts";
import {
  assignInstallation,
  listConnectableRepositories,
  refreshInstallations,
  syncInstallations,
} from "./installations.ts";
import { completeInstall } from "./manifest.ts";

const test = servicesTest()
  .extend("at", { scope: "file" }, untilEnd(startTestGitHub))
  .extend("options", { scope: "file" }, ({ at }): TestServicesOptions => ({ gitHubApp: at.config }))
  /** Two organizations: the first of the installation, older than those of other tests, and another one. */
  .extend("openTwo", { scope: "file" }, ({ services }) => async () => {
    opened += 1;
    const first = await seedProject(services);
    const other = await seedProject(services);
    await services.db.organization.update({
      where: { id: first.project.organizationId },
      data: { createdAt: new Date(Date.UTC(2020, 0, 1) - opened) },
    });
    return { first, other };
  })
  .extend(
    "seedMember",
    { scope: "file" },
    ({ services }) =>
      async (organizationId: string, role: "owner" | "admin"): Promise<string> => {
        const id = newId("usr");
        await services.db.user.create({ data: { id, email: `${id}@example.com`.toLowerCase(), name: "Ada" } });
        await services.db.membership.create({ data: { userId: id, organizationId, role } });
        return id;
      },
  )
  .extend("spent", { scope: "file" }, ({ at }) => () => {
    return at.forge.exchanges.length;
  })
  .extend(
    "actorOf",
    { scope: "file" },
    ({ services }) =>
      async (role: "viewer" | "member" | "admin", organizationId: string) => {
        const { id: userId } = await seedPerson(services, { role, organizationId });
        return personOf(userId);
      },
  );

let opened = 0;

test("what the App may see belongs to the first organization, until its owner gives it to another one", async ({
  at,
  services,
  openTwo,
}) => {
  const { first, other } = await openTwo();

  await syncInstallations(services);

  const list = (ctx: ProjectContext, search?: string) => listConnectableRepositories(ctx, { search });
  expect(await list(first)).toEqual([
    { fullName: "acme/docs", address: `${at.github.webUrl}/acme/docs`, isPrivate: true, isArchived: false },
  ]);
  expect(await list(other)).toEqual([]);
  const installationId = String(at.installation.id);
  await assignInstallation(services, { installationId, org: other.organization.slug });
  await syncInstallations(services);
  expect(await list(first)).toEqual([]);
  expect(await list(other, "DOC")).toHaveLength(1);
});

test("the repositories that an organization may not use are hidden from its projects", async ({
  at,
  services,
  openTwo,
}) => {
  const { first, other } = await openTwo();
  await services.db.gitHubInstallation.deleteMany();
  await syncInstallations(services);

  const connected = await connectRepository(first, { fullName: "ACME/docs" });

  expect(connected).toEqual({
    host: "github",
    repository: at.repository.url(),
    hostRepositoryId: String(at.repository.id),
    baseRef: "main",
  });
  await expect(connectRepository(other, { fullName: "acme/docs" })).rejects.toMatchObject({ code: "not_found" });
});

test("an uninstalled App is forgotten with its repositories", async () => {
  const own = await startTestGitHub();
  const mine = await createTestServices({ gitHubApp: own.config });
  await seedProject(mine);
  await syncInstallations(mine);
  own.forge.uninstall(own.installation);

  await syncInstallations(mine);

  expect(await mine.db.gitHubRepository.count()).toBe(0);
  await mine.close();
  await own.close();
});

test("a project is made over a repository by its address, by the name that it has now", async () => {
  const own = await startTestGitHub();
  const mine = await createTestServices({ gitHubApp: own.config });
  const former = own.repository.url();

  await createProject(mine, { org: "acme", domain: "by-address", repo: `${former}.git` });
  const project = await findProjectByDomain(mine, { domain: "by-address" });

  expect(project).toMatchObject({ host: "github", repository: former, baseRef: "main" });
  own.repository.archive();
  const sentence = await createProject(mine, { org: "acme", domain: "archived", repo: former }).catch(String);
  expect(sentence).toContain("acme/docs is archived");
  await mine.close();
  await own.close();
});

const personOf = (userId: string) => ({ kind: "user", userId, name: "Ada" }) as const;

test("only owners of the first organization decide over the App", async ({ at, services, openTwo, seedMember }) => {
  const { first, other } = await openTwo();
  const owner = await seedMember(first.project.organizationId, "owner");
  const admin = await seedMember(first.project.organizationId, "admin");
  const elsewhere = await seedMember(other.project.organizationId, "owner");

  const status = await getGitHubStatus({ ...services, actor: personOf(owner) });

  expect(status.app).toMatchObject({ id: String(at.app.id), source: "environment", hasEvents: true });
  for (const userId of [admin, elsewhere]) {
    await expect(getGitHubStatus({ ...services, actor: personOf(userId) })).rejects.toMatchObject({
      code: "role_too_low",
    });
  }
});

describe("asking GitHub what the App may see, as a person does", () => {
  test("is for admins: a viewer and a member spend nothing of the App's quota", async ({
    services,
    openTwo,
    spent,
    actorOf,
  }) => {
    const { other } = await openTwo();
    const before = spent();

    for (const role of ["viewer", "member"] as const) {
      const actor = await actorOf(role, other.project.organizationId);
      await expect(completeInstall({ ...services, actor }, { state: null })).rejects.toMatchObject({
        code: "role_too_low",
      });
    }

    expect(spent()).toBe(before);
  });

  test("happens once of twenty at a time, once a minute, and over several processes", async ({
    services,
    openTwo,
    spent,
    actorOf,
  }) => {
    const { other } = await openTwo();
    const actor = await actorOf("admin", other.project.organizationId);
    const clockAt = (seconds: number) => fixedClock(new Date(Date.UTC(2030, 0, 1) + seconds * 1_000).toISOString());
    const before = spent();
    await refreshInstallations({ ...services, actor, clock: clockAt(0) });
    const once = spent() - before;

    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => completeInstall({ ...services, actor, clock: clockAt(60) }, { state: null })),
    );
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(spent() - before).toBe(2 * once);

    await expect(refreshInstallations({ ...services, actor, clock: clockAt(100) })).rejects.toMatchObject({
      code: "rate_limited",
      message:
        "The GitHub repositories were refreshed less than a minute ago. Try again later. Try again in 20 seconds.",
      options: { retryAfterSeconds: 20 },
    });
    await refreshInstallations({ ...services, actor, clock: clockAt(120) });
    expect(spent() - before).toBe(3 * once);
  });
});
