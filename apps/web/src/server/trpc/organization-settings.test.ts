import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, signedInCaller } from "../../testing/test-app.ts";

const test = appTest();
const provider = { provider: "openai-compatible", baseUrl: "https://models.example.com/v1", modelId: "qwen" } as const;

test("an organization's models and limits are set without naming a project, and hold for its projects", async ({
  services,
}) => {
  const { organization, project } = await seedProject(services);
  const { slug: org, id: organizationId } = organization;
  const api = signedInCaller(services, { organizationId, role: "admin" });

  await api.model.set({ org, owner: "organization", ...provider });
  await api.limit.setJobs({ org, owner: "organization", changes: { maxSteps: 7 } });
  await api.limit.set({ org, name: "key-month", quota: 5 });

  const site = { org, domain: project.domain };
  expect(await api.model.get(site)).toMatchObject({ used: "organization", organization: { modelId: "qwen" } });
  expect(await api.model.get({ org })).toMatchObject({ used: "organization", project: null });
  expect(await api.limit.jobs(site)).toMatchObject({ project: {}, organization: { maxSteps: 7 } });
  expect(await api.limit.jobs({ org })).toMatchObject({ project: null, organization: { maxSteps: 7 } });
  expect((await api.limit.list(site)).find(({ name }) => name === "key-month")?.quota).toBe(5);
  await api.model.clear({ org, owner: "organization" });
  expect(await api.model.get(site)).toMatchObject({ used: "installation" });
});

test("what belongs to a project can't be set without naming it", async ({ services }) => {
  const { organization } = await seedProject(services);
  const org = organization.slug;
  const api = signedInCaller(services, { organizationId: organization.id, role: "admin" });

  for (const set of [
    () => api.model.set({ org, owner: "project", ...provider }),
    () => api.model.clear({ org, owner: "project" }),
    () => api.limit.setJobs({ org, owner: "project", changes: { maxSteps: 7 } }),
  ]) {
    await expect(set()).rejects.toThrow("No project is named.");
  }
});

test("an organization's limits are set for keys of all its projects, and for no one else's", async ({ services }) => {
  const mine = await seedProject(services);
  const sibling = await seedProject(services, { organizationId: mine.organization.id });
  const theirs = await seedProject(services);
  const [own, other] = [await seedKey(sibling, { kind: "assistant" }), await seedKey(theirs)];
  const org = mine.organization.slug;
  const api = signedInCaller(services, { organizationId: mine.organization.id, role: "admin" });

  await api.limit.set({ org, keyId: own.id, name: "key-month", quota: 3 });

  expect((await api.limit.keys({ org })).map(({ id }) => id)).toEqual([own.id]);
  const keyMonth = (await api.limit.list({ org })).find(({ name }) => name === "key-month");
  expect(keyMonth?.keys).toMatchObject([{ keyId: own.id, quota: 3 }]);
  await expect(api.limit.set({ org, keyId: other.id, name: "key-month", quota: 3 })).rejects.toMatchObject({
    cause: { code: "not_found" },
  });
});

test("an organization sees the GitHub accounts that it may use, and a stranger sees nothing of it", async ({
  services,
}) => {
  const [mine, theirs] = [await seedProject(services), await seedProject(services)];
  const account = {
    accountType: "User",
    url: "https://github.example/x",
    missingPermissions: [],
    updatedAt: new Date(),
  };
  for (const [at, { organization }] of [mine, theirs].entries()) {
    const data = { ...account, id: `90${at}`, account: `account-${at}`, organizationId: organization.id };
    await services.db.gitHubInstallation.create({ data });
  }
  const api = signedInCaller(services, { organizationId: mine.organization.id, role: "viewer" });

  const { installations } = await api.github.accounts({ org: mine.organization.slug });

  expect(installations.map(({ account: name }) => name)).toEqual(["account-0"]);
  for (const read of [api.github.accounts, api.model.get, api.limit.list, api.limit.jobs, api.limit.keys]) {
    await expect(read({ org: theirs.organization.slug })).rejects.toMatchObject({ cause: { code: "not_found" } });
  }
});
