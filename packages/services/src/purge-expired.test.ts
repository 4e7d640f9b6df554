import { expect } from "vitest";
import { createJob } from "./job/create.ts";
import { consumeLimits } from "./limit/consume.ts";
import { purgeExpired } from "./purge-expired.ts";
import { createLink } from "./sign-in/link.ts";
import { recordGitHubPerson } from "./sign-in/providers.ts";
import { seedMember, seedProject, seedSession } from "./testing.ts";
import { servicesTest } from "./testing-fixtures.ts";

const test = servicesTest();

const inDays = (days: number) => ({ now: () => new Date(Date.now() + days * 86_400_000) });

test("expired rows are deleted, and nothing else", async ({ services }) => {
  const ctx = await seedProject(services);
  await consumeLimits(ctx, ["agent-hour", "key-month"]);
  await createJob(ctx, { prompt: "p", idempotencyKey: "k" });

  await purgeExpired({ ...services, clock: inDays(0.5) });
  expect(await services.db.idempotencyKey.count()).toBe(1);
  await purgeExpired({ ...services, clock: inDays(2) });

  expect(await services.db.idempotencyKey.count()).toBe(0);
  expect(await services.db.limitCounter.findMany()).toMatchObject([{ key: expect.stringMatching(/^key-month:/) }]);
  expect(await services.db.jobEvent.count()).toBe(1);
  await purgeExpired({ ...services, clock: inDays(32) });
  expect(await services.db.limitCounter.count()).toBe(0);
});

test("the GitHub name of a person without an account here is deleted after a day", async ({ services }) => {
  const { id: userId } = await seedMember(services);
  await recordGitHubPerson(services, { id: 1, login: "ada" });
  await recordGitHubPerson(services, { id: 2, login: "stranger" });
  await services.db.userAccount.create({
    data: { id: "acc_ada", userId, providerId: "github", accountId: "1", updatedAt: new Date() },
  });

  await purgeExpired({ ...services, clock: inDays(0.5) });
  expect(await services.db.gitHubPerson.count()).toBe(2);
  await purgeExpired({ ...services, clock: inDays(2) });

  expect(await services.db.gitHubPerson.findMany()).toMatchObject([{ login: "ada" }]);
});

test("sessions and links whose time is over are deleted, and those in use are not", async ({ services }) => {
  const { id: userId } = await seedMember(services);
  await seedSession(services, { userId });
  await createLink(services, { purpose: "password", userId, lifetimeMs: 86_400_000 });

  await purgeExpired({ ...services, clock: inDays(0.5) });
  expect([await services.db.userSession.count(), await services.db.signInLink.count()]).toEqual([1, 1]);
  await purgeExpired({ ...services, clock: inDays(29) });
  expect([await services.db.userSession.count(), await services.db.signInLink.count()]).toEqual([1, 0]);
  await purgeExpired({ ...services, clock: inDays(31) });

  expect(await services.db.userSession.count()).toBe(0);
});
