import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";
import { APP_ROW, keyPurpose, webhookPurpose } from "../github-app/apps.ts";
import { createInvitation, findOpenInvitation } from "../invitation.ts";
import { authenticate } from "../key/authenticate.ts";
import { providerKeyPurpose, toModelSettings } from "../model-provider/settings.ts";
import { personalSecret } from "../notification/settings.ts";
import { readerSecretOf, setReaderAccess } from "../reader-access/settings.ts";
import { findCredential, storeCredential } from "../repository-credential.ts";
import { createLink, findLink } from "../sign-in/link.ts";
import { setSlackCommand, slackSecretPurpose } from "../slack/settings.ts";
import { createTestServices, seedKey, seedMember, seedProject, type TestServices } from "../testing.ts";
import { listSigningSecrets, makeSecret, webhookSecretPurpose } from "../webhook/endpoints.ts";
import { fingerprintOf, openKeySecret } from "./key-secret.ts";
import { resetSecret } from "./reset.ts";
import { getSecretState, sealAgain } from "./rotation.ts";
import { seal, unseal } from "./seal.ts";

const NEW_SECRET = "another secret of more than 32 characters";

let services: TestServices;
let ctx: ProjectContext;
/** The same project in a process that was started with the new secret, and the earlier one beside it. */
let after: ProjectContext;
beforeEach(async () => {
  services = await createTestServices();
  ctx = await seedProject(services);
  after = { ...ctx, keySecret: NEW_SECRET, previousKeySecret: ctx.keySecret };
  await openKeySecret(ctx.db, { DATA_DIR: ctx.dataDir, KEY_SECRET: ctx.keySecret });
});
afterEach(() => services.close());

const openNew = () =>
  openKeySecret(ctx.db, { DATA_DIR: ctx.dataDir, KEY_SECRET: NEW_SECRET, KEY_SECRET_PREVIOUS: ctx.keySecret });
const use = (within: ProjectContext, token: string) => authenticate(within, { token, kind: "admin", scope: "read" });

/** One of everything that is sealed. @returns what each of them holds */
async function sealAll(): Promise<void> {
  const { db, keySecret, organization, project } = ctx;
  const { sealed } = makeSecret(ctx, { endpointId: "whk_1" });
  const hook = { projectId: project.id, url: "https://example.com/hook", events: [], secret: sealed };
  await db.webhookEndpoint.create({ data: { ...hook, id: "whk_1", previousSecret: sealed } });
  const ownerId = project.id;
  const model = { organizationId: organization.id, provider: "openai", modelId: "gpt-5", updatedAt: new Date() };
  const apiKey = seal(keySecret, providerKeyPurpose(ownerId), "sk-model");
  await db.modelProvider.create({ data: { ...model, ownerId, apiKey, last4: "odel" } });
  await setReaderAccess(ctx, { method: "secret" });
  await setSlackCommand(ctx, { signingSecret: "8f742231b10e8888abcd99yyyzzz85a5" });
  const automation = { projectId: project.id, name: "release", origin: "api", definition: {} } as const;
  const hookSecret = seal(keySecret, webhookSecretPurpose("aut_1"), "automation");
  const at = new Date();
  await db.automation.create({
    data: { ...automation, id: "aut_1", webhookSecret: hookSecret, createdAt: at, updatedAt: at },
  });
  await storeCredential(ctx, { ...placeOf(ctx), credential: { kind: "token", username: "git", token: "glpat" } });
  const { id: userId } = await seedMember(services, { organizationId: organization.id });
  const personal = { userId, webhook: ["jobFailed"], webhookUrl: "https://example.com/me" };
  const webhookSecret = makeSecret(ctx, { endpointId: userId }).sealed;
  await db.notificationSetting.create({ data: { ...personal, webhookSecret } });
  await db.gitHubApp.create({
    data: {
      id: APP_ROW,
      appId: "1",
      slug: "docs",
      name: "Docs",
      url: "https://github.com/apps/docs",
      apiUrl: "https://api.github.com",
      privateKey: seal(keySecret, keyPurpose, "pem"),
      webhookSecret: seal(keySecret, webhookPurpose, "hook"),
    },
  });
}

const placeOf = ({ organization: { id } }: ProjectContext) => ({
  organizationId: id,
  repository: "https://a.example/b.git",
});

/** What the sealed texts hold, as a process with these secrets reads them. */
async function readAll(within: ProjectContext) {
  const { db } = within;
  const hook = await db.webhookEndpoint.findUniqueOrThrow({ where: { id: "whk_1" } });
  const model = await db.modelProvider.findUniqueOrThrow({ where: { ownerId: ctx.project.id } });
  const reader = await db.readerAccess.findUniqueOrThrow({ where: { projectId: ctx.project.id } });
  const personal = await db.notificationSetting.findFirstOrThrow();
  const secrets = [listSigningSecrets(within, hook), readerSecretOf(within, reader), personalSecret(within, personal)];
  const { webhookSecret } = await db.automation.findUniqueOrThrow({ where: { id: "aut_1" } });
  secrets.push(unseal(within, webhookSecretPurpose("aut_1"), webhookSecret ?? ""));
  const { signingSecret } = await db.slackCommand.findUniqueOrThrow({ where: { projectId: ctx.project.id } });
  secrets.push(unseal(within, slackSecretPurpose(ctx.project.id), signingSecret));
  return [...secrets, toModelSettings(within, model), await findCredential(within, placeOf(ctx))];
}

test("the database takes a new secret only beside the one that it knows", async () => {
  const wrong = { DATA_DIR: ctx.dataDir, KEY_SECRET: NEW_SECRET };
  await expect(openKeySecret(ctx.db, wrong)).rejects.toThrow("KEY_SECRET isn't the secret");
  await expect(openKeySecret(ctx.db, { ...wrong, KEY_SECRET_PREVIOUS: "x".repeat(40) })).rejects.toThrow();

  expect(await openNew()).toBe(NEW_SECRET);

  // From now on the new one is enough, and the earlier one is not.
  expect(await openKeySecret(ctx.db, wrong)).toBe(NEW_SECRET);
  await expect(openKeySecret(ctx.db, { ...wrong, KEY_SECRET: ctx.keySecret })).rejects.toThrow();
});

test("a key, a link, an invitation and a cursor of the previous secret work, and the key changes with its use", async () => {
  const [used, unused] = [await seedKey(ctx), await seedKey(ctx)];
  await ctx.db.apiKey.updateMany({ data: { secretId: null } });
  const token = await createLink(ctx, { purpose: "password", lifetimeMs: 60_000 });
  const { url } = await createInvitation({ ...ctx, actor: { kind: "operator" } }, { role: "member" });
  const cursor = formatCursor(ctx, { createdAt: new Date(1), id: "job_1" });
  await openNew();

  expect((await use(after, used.token)).id).toBe(used.id);
  expect(await findLink(after, { purpose: "password", token })).not.toBeNull();
  expect(await findOpenInvitation(after, { token: url.slice(url.lastIndexOf("/") + 1) })).not.toBeNull();
  expect(parseCursor(after, cursor)).toMatchObject({ id: "job_1" });

  const isChanged = async () => (await ctx.db.apiKey.findUnique({ where: { id: used.id } }))?.secretId;
  await expect.poll(isChanged).toBe(fingerprintOf(NEW_SECRET));
  after.memory.forget();
  expect((await use({ ...after, previousKeySecret: null }, used.token)).id).toBe(used.id);
  expect((await getSecretState(after)).waitingKeys).toMatchObject([{ id: unused.id }]);
  await expect(use({ ...after, previousKeySecret: null }, unused.token)).rejects.toThrow("This API key is invalid");
});

test("what is sealed opens with both secrets, and after a worker's round with the new one alone", async () => {
  await sealAll();
  const before = await readAll(ctx);
  await openNew();

  expect(await readAll(after)).toEqual(before);
  expect(await getSecretState(after)).toMatchObject({ sealed: 10, sealedBefore: 10 });
  expect(await sealAgain(after)).toEqual({ sealed: 10, unreadable: 0 });

  expect(await readAll({ ...after, previousKeySecret: null })).toEqual(before);
  expect(await getSecretState(after)).toMatchObject({ sealed: 10, sealedBefore: 0 });
  expect(await sealAgain(after)).toEqual({ sealed: 0, unreadable: 0 });
});

test("after a reset no key works, nothing sealed is left, and the new secret is the one of the database", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-reset-"));
  const key = await seedKey(ctx);
  await sealAll();
  await createInvitation({ ...ctx, actor: { kind: "operator" } }, { role: "member" });
  await writeFile(join(folder.path, "secret"), "a wrong one");
  const env = parseEnv({ DATABASE_URL: services.databaseUrl, DATA_DIR: folder.path });

  const reset = await resetSecret({ env, log: silentLogger });

  const { domain } = ctx.project;
  expect(reset).toEqual({
    keys: 1,
    invitations: 1,
    sessions: 0,
    webhooks: [{ project: domain, url: "https://example.com/hook" }],
    models: [{ owner: domain, provider: "openai" }],
    readerSecrets: [domain],
    repositoryCredentials: 1,
    automationSecrets: 1,
    slackCommands: 1,
    personalWebhooks: 1,
    gitHubApp: true,
  });
  ctx.memory.forget();
  await expect(use(ctx, key.token)).rejects.toThrow("This API key was revoked");
  const keySecret = await openKeySecret(ctx.db, env);
  expect(`${keySecret}\n`).toBe(await readFile(join(folder.path, "secret"), "utf8"));
  const state = await getSecretState({ ...ctx, keySecret });
  // The new secret of the webhook, which is paused until its owner has rotated it.
  expect(state).toMatchObject({ waitingKeys: [], sealed: 1, sealedBefore: 0 });
  expect(await ctx.db.webhookEndpoint.findUnique({ where: { id: "whk_1" } })).toMatchObject({
    pausedAt: expect.any(Date),
  });
  const [entry] = await ctx.db.auditEvent.findMany({ orderBy: { createdAt: "desc" }, take: 1 });
  expect(entry).toMatchObject({ action: "secret.reset", actorKind: "operator" });
});
