import { authenticate } from "@docsteward/services/key/authenticate";
import { countDeprecatedCall } from "@docsteward/services/key/deprecated-calls";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appProjectTest, projectPath, signedInCaller } from "../../testing/test-app.ts";
import { toProblem } from "../http/problem.ts";
import { toRequestError } from "./errors.ts";

const test = appProjectTest()
  .extend("site", { scope: "file" }, ({ ctx }) => projectPath(ctx))
  .extend("newCaller", { scope: "file" }, ({ services }) => () => {
    return signedInCaller(services);
  });

const newKey = { name: "CI", kind: "admin", expiresInDays: 30 } as const;

test("a key is made for the organization, says who made it, and shows its token once", async ({
  services,
  site,
  newCaller,
}) => {
  const api = newCaller();
  const { token, key } = await api.key.create({ ...site, ...newKey, scopes: ["read"] });

  const entered = await authenticate(services, { token, kind: "admin", scope: "read" });
  const keys = await api.key.list(site);

  expect(entered.id).toBe(key.id);
  expect(keys).toContainEqual(
    expect.objectContaining({ id: key.id, name: "CI", projectId: null, createdBy: expect.any(String) }),
  );
  expect(JSON.stringify(keys)).not.toContain(token);
});

test("an assistant key is made for the project alone", async ({ ctx, site, newCaller }) => {
  const { key } = await newCaller().key.create({ ...site, ...newKey, kind: "assistant", allowedOrigins: [] });

  expect(key).toMatchObject({ projectId: ctx.project.id, kind: "assistant" });
});

test("a key is changed, rotated and revoked", async ({ services, ctx, site, newCaller }) => {
  const { id, token } = await seedKey(ctx);
  const api = newCaller();

  expect(await api.key.update({ ...site, id, name: "Renamed" })).toMatchObject({ name: "Renamed" });
  const rotated = await api.key.rotate({ ...site, id, graceHours: 1 });
  expect(rotated.replaced).toMatchObject({ id, replacedById: rotated.key.id });
  expect(await api.key.revoke({ ...site, id })).toMatchObject({ state: "revoked" });
  await expect(authenticate(services, { token, kind: "admin", scope: "read" })).rejects.toMatchObject({
    code: "revoked_key",
  });
});

test("an invalid form value is reported with its field", async ({ site, newCaller }) => {
  const error = await newCaller()
    .key.create({ ...site, ...newKey, name: " " })
    .catch(toRequestError);

  const sentence = "The key's name must have 1 to 100 characters.";
  expect(toProblem(error, "req_1").body).toMatchObject({
    code: "invalid_request",
    error: sentence,
    details: [{ path: "name", message: sentence }],
  });
});

test("calls of deprecated operations are listed with the path to call instead", async ({ ctx, site, newCaller }) => {
  const { id } = await seedKey(ctx, { name: "Old script" });
  countDeprecatedCall({ ...ctx, actor: { kind: "key", keyId: id } }, { operation: "createAgentSession" });

  const deprecatedCalls = async () =>
    (await newCaller().key.list(site)).find((candidate) => candidate.id === id)?.deprecatedCalls;
  await expect
    .poll(deprecatedCalls)
    .toMatchObject([{ count: 1, method: "POST", successor: `/v2/agent/${ctx.project.id}/job`, sunset: null }]);
});

test("limits of the organization, of a key and of jobs are set and cleared", async ({ ctx, site, newCaller }) => {
  const { id } = await seedKey(ctx, { name: "Busy" });
  const api = newCaller();

  await api.limit.set({ ...site, name: "agent-hour", quota: 50 });
  await api.limit.set({ ...site, keyId: id, name: "agent-hour", quota: 7 });
  await api.limit.setJobs({ ...site, owner: "organization", changes: { maxSteps: 20, maxCostUsdPerMonth: 100 } });
  await api.limit.setJobs({ ...site, owner: "project", changes: { maxSteps: 10 } });

  const [agentHour] = await api.limit.list(site);
  expect(agentHour).toMatchObject({ quota: 50, configured: 100, keys: [{ keyId: id, name: "Busy", quota: 7 }] });
  expect(await api.limit.jobs(site)).toMatchObject({
    project: { maxSteps: 10 },
    organization: { maxSteps: 20 },
    installation: { maxMinutes: 30 },
    budgets: [{ of: "organization", budgetUsd: 100, share: 0 }],
  });
  await api.limit.setJobs({ ...site, owner: "project", changes: { maxSteps: null } });
  await api.limit.set({ ...site, name: "agent-hour", quota: null });
  expect(await api.limit.jobs(site)).toMatchObject({ project: {}, organization: { maxSteps: 20 } });
  expect((await api.limit.list(site))[0]).toMatchObject({ quota: 100 });
});

test("hides another project's keys and their limits, in the same organization too", async ({
  services,
  ctx,
  site,
  newCaller,
}) => {
  const sibling = await seedProject(services, { organizationId: ctx.project.organizationId });
  const theirs = [
    await seedKey(sibling, { kind: "assistant" }),
    await seedKey(await seedProject(services), { kind: "admin" }),
  ];
  const api = newCaller();

  for (const { id } of theirs) {
    const calls = {
      update: () => api.key.update({ ...site, id, name: "Mine" }),
      rotate: () => api.key.rotate({ ...site, id, graceHours: 0 }),
      revoke: () => api.key.revoke({ ...site, id }),
      limit: () => api.limit.set({ ...site, keyId: id, name: "key-month", quota: 0 }),
    };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call(), name).rejects.toMatchObject({ cause: { code: "not_found" } });
    }
    expect((await api.key.list(site)).map((key) => key.id)).not.toContain(id);
  }
});

test("a viewer looks and changes nothing", async ({ services, ctx, site }) => {
  const { id } = await seedKey(ctx);
  const api = signedInCaller(services, { role: "viewer" });

  expect((await api.key.list(site)).length).toBeGreaterThan(0);
  const calls = [
    () => api.key.create({ ...site, ...newKey }),
    () => api.key.revoke({ ...site, id }),
    () => api.limit.set({ ...site, name: "agent-hour", quota: 1 }),
    () => api.limit.setJobs({ ...site, owner: "project", changes: { maxSteps: 1 } }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ cause: { code: "role_too_low" } });
});
