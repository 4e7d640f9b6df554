import { makeRepository } from "@docsteward/git/testing";
import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { getIndexState } from "@docsteward/services/site/index-state";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { appTest, projectPath, signedInCaller } from "../../testing/test-app.ts";

const test = appTest({ modelAllowedNetworks: ["127.0.0.0/8"] })
  .extend("ctx", ({ services }) => seedProject(services))
  .extend("site", ({ ctx }) => projectPath(ctx))
  .extend("newCaller", { scope: "file" }, ({ services }) => () => {
    return signedInCaller(services);
  });

const url = "https://example.com/hooks";

test("the project's own settings are shown and changed", async ({ services, newCaller }) => {
  await using repository = await makeRepository({ "docs/index.md": "# Hello\n" }, { branch: "trunk" });
  const real = await seedProject(services, { repository: repository.url, baseRef: "trunk" });
  const api = newCaller();

  expect(await api.settings.checkRepository(projectPath(real))).toEqual({ baseRef: "trunk" });
  await api.settings.update({
    ...projectPath(real),
    name: "Harbor",
    docsPath: "docs",
    siteUrl: "https://docs.acme.com",
  });

  expect(await api.settings.get(projectPath(real))).toMatchObject({
    name: "Harbor",
    baseRef: "trunk",
    docsPath: "docs",
    siteUrl: "https://docs.acme.com",
    retention: { events: { installation: 30, own: null }, threads: { days: 90 } },
  });
  await expect(api.settings.update({ ...projectPath(real), baseRef: "gone" })).rejects.toThrow('no branch "gone"');
});

test("an owner deletes the project by its name, and lower roles can't", async ({ services, ctx, site, newCaller }) => {
  const typed = ctx.project.domain;

  await expect(signedInCaller(services, { role: "admin" }).settings.delete({ ...site, typed })).rejects.toMatchObject({
    cause: { code: "role_too_low" },
  });
  const owner = newCaller();
  await expect(owner.settings.delete({ ...site, typed: "other" })).rejects.toThrow("was not deleted");
  await owner.settings.delete({ ...site, typed });

  await expect(owner.settings.get(site)).rejects.toMatchObject({ cause: { code: "not_found" } });
});

test("the index tells what is in it and what was left out, and is asked for anew", async ({ ctx, site, newCaller }) => {
  const reason = "takes more than 5 s of CPU time";
  const pages = [
    { path: "/a", title: "A", text: "About A." },
    { path: "/b", title: "B", text: "About B." },
  ];
  await seedSite(ctx, pages, { skipped: [{ path: "slow.md", sha: "0", cpuSeconds: 5, reason }] });
  const api = newCaller();

  expect(await api.siteIndex.contents(site)).toEqual({ passages: 2, embeddedPages: null });
  expect(await api.siteIndex.get(site)).toMatchObject({ status: "ready", answers: { pages: 2 } });
  expect((await api.siteIndex.get(site)).skipped).toEqual({ count: 1, pages: [{ path: "slow.md", reason }] });
  await api.siteIndex.request(site);
  expect(await getIndexState(ctx)).toMatchObject({ status: "waiting" });
});

test("a webhook is made, changed, tried, and its log is read a page at a time", async ({ site, newCaller }) => {
  const api = newCaller();
  const { webhook, secret } = await api.webhook.create({ ...site, url, events: ["job.completed"] });
  const { id } = webhook;

  expect(secret).toMatch(/^whsec_/);
  expect(JSON.stringify(await api.webhook.list(site))).not.toContain((secret ?? "").slice(6));
  expect(await api.webhook.update({ ...site, id, isPaused: true })).toMatchObject({ state: "paused" });
  expect((await api.webhook.rotateSecret({ ...site, id })).secret).not.toBe(secret);
  for (let count = 0; count < 27; count += 1) await api.webhook.ping({ ...site, id });
  const first = await api.webhook.deliveries({ ...site, id });
  const rest = await api.webhook.deliveries({ ...site, id, cursor: first.next });
  expect([first.deliveries.length, rest.deliveries.length, rest.next]).toEqual([25, 2, null]);
  expect(new Set([...first.deliveries, ...rest.deliveries].map((delivery) => delivery.id)).size).toBe(27);
  expect((await api.webhook.deliveries({ ...site, id, state: "failed" })).deliveries).toEqual([]);
  expect((await api.webhook.deliveries({ ...site, id, type: "webhook.ping" })).deliveries).toHaveLength(25);
  await api.webhook.update({ ...site, id, isPaused: false });
  await api.webhook.redeliver({ ...site, deliveryId: first.deliveries[0]?.id ?? "" });
  await api.webhook.delete({ ...site, id });
  expect(await api.webhook.list(site)).toEqual([]);
});

test("models of one's own are tried, set and cleared, and no answer holds the key", async ({ site, newCaller }) => {
  const server = await startModelServer([reply.text("ready")]);
  await using _ = { [Symbol.asyncDispose]: () => server.close() };
  const api = newCaller();
  const apiKey = "a-key-that-nobody-sees";
  const baseUrl = `${server.url}/v1`;
  const provider = { owner: "project", provider: "openai-compatible", modelId: "qwen", baseUrl, apiKey } as const;

  const tried = await api.model.try({ ...site, ...provider });
  const set = await api.model.set({ ...site, ...provider });
  const shown = await api.model.get(site);

  expect(tried).toMatchObject([{ name: "qwen", works: true }]);
  expect(shown).toMatchObject({ used: "project", project: { keyHint: "…sees" } });
  expect(JSON.stringify([tried, set, shown])).not.toContain(apiKey);
  await api.model.clear({ ...site, owner: "project" });
  expect(await api.model.get(site)).toMatchObject({ used: "installation" });
});

test("hides another project's webhooks, and a viewer changes nothing", async ({ services, ctx, site, newCaller }) => {
  const stranger = await seedProject(services);
  const { webhook } = await newCaller().webhook.create({ ...projectPath(stranger), url, events: [] });
  const { id } = webhook;
  const viewer = signedInCaller(services, { role: "viewer" });
  const api = newCaller();

  for (const call of [api.webhook.rotateSecret, api.webhook.delete, api.webhook.ping, api.webhook.deliveries]) {
    await expect(call({ ...site, id })).rejects.toMatchObject({ cause: { code: "not_found" } });
  }
  await expect(api.webhook.update({ ...site, id, isPaused: true })).rejects.toMatchObject({
    cause: { code: "not_found" },
  });
  expect(await viewer.webhook.list(site)).toEqual([]);
  const refused = [
    () => viewer.webhook.create({ ...site, url, events: [] }),
    () => viewer.settings.update({ ...site, name: "Mine" }),
    () => viewer.siteIndex.request(site),
    () => viewer.model.clear({ ...site, owner: "project" }),
    () => viewer.settings.delete({ ...site, typed: ctx.project.domain }),
  ];
  for (const call of refused) await expect(call()).rejects.toMatchObject({ cause: { code: "role_too_low" } });
});
