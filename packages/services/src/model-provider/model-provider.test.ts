import { openAssistant } from "@docsteward/assistant/answer/open-assistant";
import { parseInput } from "@docsteward/contract/input-schema";
import { HOSTED_PROVIDERS } from "@docsteward/contract/model-settings";
import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { parseEnv } from "@docsteward/platform/env";
import { describe, expect } from "vitest";
import { listAuditEvents } from "../audit/list.ts";
import type { ProjectContext } from "../context.ts";
import { createJob, retryJob } from "../job/create.ts";
import { seedJob, seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { startScriptedAssistant } from "../thread/testing-assistant.ts";
import { SetModelProvider } from "./input.ts";
import {
  clearModelProvider,
  getModelProviders,
  setModelProvider,
  testInstalledModels,
  testModelProvider,
} from "./providers.ts";
import { findModelSettings, listModelNames } from "./settings.ts";

const test = servicesTest()
  .extend("assistant", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend(
    "options",
    { scope: "file" },
    ({ assistant }): TestServicesOptions => ({ assistant: assistant.assistant, modelAllowedNetworks: ["127.0.0.0/8"] }),
  )
  .extend("sibling", { scope: "file" }, ({ services }) => (ctx: ProjectContext) => {
    return seedProject(services, { organizationId: ctx.project.organizationId });
  });

const KEY = "sk-ant-a-key-that-nobody-sees-1234";
const anthropic = { provider: "anthropic", modelId: "claude-a", opusModelId: "claude-b", apiKey: KEY } as const;
const local = { provider: "openai-compatible", baseUrl: "https://models.example.com/v1", modelId: "qwen" } as const;
const ofProject = { owner: "project" } as const;
const ofOrganization = { owner: "organization" } as const;

test("the key is stored encrypted and shown by its end alone", async ({ services }) => {
  const ctx = await seedProject(services);

  const summary = await setModelProvider(ctx, { ...ofProject, ...anthropic });

  expect(summary).toMatchObject({ provider: "anthropic", modelId: "claude-a", keyHint: "…1234" });
  const rows = await ctx.db.modelProvider.findMany({ where: { ownerId: ctx.project.id } });
  expect(JSON.stringify([rows, await getModelProviders(ctx)])).not.toContain(KEY.slice(0, 20));
  expect(await findModelSettings(ctx, ctx)).toMatchObject({ apiKey: KEY, sonnet: "claude-a", opus: "claude-b" });
});

test("a project's own models come before its organization's, and these before the installation's", async ({
  services,
  sibling,
}) => {
  const ctx = await seedProject(services);
  const other = await sibling(ctx);
  expect(await listModelNames(ctx)).toEqual(ctx.models);

  await setModelProvider(ctx, { ...ofOrganization, ...anthropic });
  await setModelProvider(ctx, { ...ofProject, ...local });

  expect(await listModelNames(ctx)).toEqual({ defaultName: "qwen", names: ["qwen"] });
  expect(await listModelNames(other)).toEqual({ defaultName: "sonnet", names: ["sonnet", "opus"] });
  expect(await getModelProviders(ctx)).toMatchObject({ used: "project", organization: { modelId: "claude-a" } });
  await clearModelProvider(ctx, ofProject);
  expect(await listModelNames(ctx)).toMatchObject({ defaultName: "sonnet" });
  await clearModelProvider(ctx, ofOrganization);
  expect(await getModelProviders(ctx)).toMatchObject({ used: "installation", project: null, organization: null });
});

test("jobs are offered the models of their project", async ({ services }) => {
  const ctx = await seedProject(services);
  await setModelProvider(ctx, { ...ofProject, ...local });

  expect((await createJob(ctx, { prompt: "p" })).job.model).toBe("qwen");
  await expect(createJob(ctx, { prompt: "p", model: "gpt" })).rejects.toThrow('Model "gpt" not found');
});

describe("a stored key", () => {
  test("stays when other things change", async ({ services }) => {
    const ctx = await seedProject(services);
    await setModelProvider(ctx, { ...ofProject, ...anthropic });

    await setModelProvider(ctx, { ...ofProject, ...anthropic, apiKey: undefined, modelId: "claude-c" });

    expect(await findModelSettings(ctx, ctx)).toMatchObject({ apiKey: KEY, sonnet: "claude-c" });
  });

  test.for([{ baseUrl: "https://elsewhere.example.com" }, { ...local }, { baseUrl: "https://models.example.com:444" }])(
    "is not sent anywhere else: %j wants it again",
    async (change, { services }) => {
      const ctx = await seedProject(services);
      await setModelProvider(ctx, { ...ofProject, ...anthropic });
      const input = { ...ofProject, ...anthropic, apiKey: undefined, ...change };

      for (const call of [setModelProvider, testModelProvider]) {
        await expect(call(ctx, input)).rejects.toThrow("Enter the API key again");
      }
    },
  );

  test("can be taken away from a server that wants none", async ({ services }) => {
    const ctx = await seedProject(services);
    await setModelProvider(ctx, { ...ofProject, ...local, apiKey: "secret-key" });

    expect(await setModelProvider(ctx, { ...ofProject, ...local, apiKey: null })).toMatchObject({ keyHint: null });
  });
});

test.for([
  [{ ...anthropic, apiKey: undefined }, "apiKey", "The API key is missing"],
  [{ ...anthropic, apiKey: "two words" }, "apiKey", "no spaces"],
  [{ ...anthropic, modelId: " " }, "modelId", "1 to 200 characters"],
  [{ ...anthropic, opusModelId: null }, "opusModelId", "opus"],
  [{ ...local, baseUrl: null }, "baseUrl", "is missing"],
  [{ ...local, baseUrl: "https://me:secret@models.example.com" }, "baseUrl", "user name"],
  [{ ...local, baseUrl: "https://10.0.0.1/v1" }, "baseUrl", "private network, as 10.0.0.1 is"],
  [{ ...local, baseUrl: "ftp://models.example.com" }, "baseUrl", "web address"],
] as const)("%j is refused at its field", async ([input, path, words], { services }) => {
  const ctx = await seedProject(services);

  const refused = { code: "invalid_request", options: { details: [expect.objectContaining({ path })] } };
  for (const call of [setModelProvider, testModelProvider]) {
    const parsed = async () => parseInput(SetModelProvider, { ...ofProject, ...input });
    const error = await parsed().then(
      (provider) => call(ctx, provider).catch((reason) => reason),
      (reason) => reason,
    );
    expect(error).toMatchObject(refused);
    expect(error.message).toContain(words);
  }
  expect(await getModelProviders(ctx)).toMatchObject({ used: "installation" });
});

describe("a try", () => {
  test("asks the installation's own models, and the one that jobs fall back to", async ({ services }) => {
    await using server = await scripted([reply.text("ready"), reply.text("ready"), reply.text("ready")]);
    const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: server.url, JOB_FALLBACK_MODEL: "claude-small" };
    const ctx = { ...(await seedProject(services)), assistant: openAssistant(parseEnv(env)) };

    const tried = await testInstalledModels(ctx);

    expect(tried.map(({ name, works }) => ({ name, works }))).toEqual([
      { name: "sonnet", works: true },
      { name: "opus", works: true },
      { name: "claude-small", works: true },
    ]);
    expect(JSON.stringify(tried)).not.toContain(KEY);
  });

  test("asks each model for a word, with the stored key, and stores nothing", async ({ services }) => {
    const ctx = await seedProject(services);
    await using server = await scripted([reply.text("ready"), reply.text("ready")]);
    const input = { ...ofProject, ...anthropic, baseUrl: server.url };
    await setModelProvider(ctx, input);

    const tried = await testModelProvider(ctx, { ...input, apiKey: undefined, modelId: "claude-x" });

    expect(tried).toMatchObject([
      { name: "sonnet", modelId: "claude-x", works: true, sentence: "The model answered: “ready”" },
      { name: "opus", modelId: "claude-b", works: true },
    ]);
    expect(server.requests.map(({ headers }) => headers["x-api-key"])).toEqual([KEY, KEY]);
    expect(await getModelProviders(ctx)).toMatchObject({ project: { modelId: "claude-a" } });
  });

  test("says what is wrong and where to fix it", async ({ services }) => {
    const ctx = await seedProject(services);
    await using server = await scripted([reply.error(401, "Incorrect API key provided")]);
    const input = { ...ofProject, ...local, baseUrl: `${server.url}/v1`, apiKey: KEY };

    const [tried] = await testModelProvider(ctx, input);

    expect(tried).toMatchObject({
      works: false,
      sentence: expect.stringContaining("the API key under Settings > Models"),
    });
    expect(JSON.stringify(tried)).not.toContain(KEY);
  });

  test("waits for two servers of an organization at a time, and another organization is not kept from its own", async ({
    services,
    sibling,
  }) => {
    const ctx = await seedProject(services);
    const gate = Promise.withResolvers<void>();
    const ready = async () => gate.promise.then(() => reply.text("ready"));
    await using server = await startModelServer(ready);
    const input = { ...ofProject, ...local, baseUrl: `${server.url}/v1`, apiKey: KEY };
    const running = [testModelProvider(ctx, input), testModelProvider(await sibling(ctx), input)];
    await expect.poll(() => server.requests.length, { timeout: 10_000 }).toBe(2);

    const refused = testModelProvider(ctx, input);
    await expect(refused).rejects.toMatchObject({
      code: "rate_limited",
      message: "Too many model tests are running. Wait until one ends, then try again.",
    });
    running.push(testModelProvider(await seedProject(services), input));
    gate.resolve();

    expect((await Promise.all(running)).flat().map(({ works }) => works)).toEqual([true, true, true]);
    expect(server.requests).toHaveLength(3);
  });

  test("does not reach this machine unless the operator has opened it", async ({ services }) => {
    const ctx = { ...(await seedProject(services)), modelAllowedNetworks: [] };

    const attempt = testModelProvider(ctx, { ...ofProject, ...local, baseUrl: "https://localhost:8443" });

    await expect(attempt).rejects.toThrow("must not be on this machine");
  });
});

test("every change is in the audit trail, and no key is", async ({ services }) => {
  const ctx = await seedProject(services);
  await setModelProvider(ctx, { ...ofProject, ...anthropic });
  await clearModelProvider(ctx, ofProject);
  await clearModelProvider(ctx, ofProject);

  const events = await listAuditEvents(ctx);

  expect(events.map(({ action }) => action)).toEqual(["models.cleared", "models.set"]);
  expect(JSON.stringify(events)).not.toContain("1234");
});

test("hides another organization's models, and another project's", async ({ services, sibling }) => {
  const ctx = await seedProject(services);
  const others = [await sibling(ctx), await seedProject(services)];
  await setModelProvider(ctx, { ...ofProject, ...anthropic });

  for (const other of others) {
    expect(await getModelProviders(other)).toMatchObject({ project: null, organization: null });
    expect(await findModelSettings(other, other)).toBeNull();
    await clearModelProvider(other, ofProject);
    await clearModelProvider(other, ofOrganization);
  }
  expect(await getModelProviders(ctx)).toMatchObject({ used: "project" });
});

async function scripted(script: Parameters<typeof startModelServer>[0]) {
  const server = await startModelServer(script);
  return { url: server.url, requests: server.requests, [Symbol.asyncDispose]: () => server.close() };
}

test("a job is run again with the model of its project", async ({ services }) => {
  const ctx = await seedProject(services);
  await setModelProvider(ctx, { ...ofProject, ...anthropic });
  const { id } = await seedJob(ctx, { status: "failed", model: "opus" });

  expect((await retryJob(ctx, { id })).model).toBe("opus");
});

describe("a hosted provider", () => {
  const account = {
    type: "service_account",
    project_id: "docs-1",
    client_email: "docs@docs-1.example",
    private_key: "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n",
    private_key_id: "abcd9876",
  };
  type Given = { provider: SetModelProvider["provider"]; baseUrl?: string | null; apiKey?: string | undefined };
  const set = async (ctx: ProjectContext, input: Given) =>
    setModelProvider(ctx, parseInput(SetModelProvider, { ...ofProject, modelId: "some-model", apiKey: KEY, ...input }));

  test.for(HOSTED_PROVIDERS)(
    "%s has one model, a sealed key and an optional address",
    async (provider, { services }) => {
      const ctx = await seedProject(services);
      const baseUrl = provider === "azure" ? "https://name.openai.azure.com/" : null;

      expect(await set(ctx, { provider, baseUrl })).toMatchObject({ provider, baseUrl, keyHint: "…1234" });

      expect(await getModelProviders(ctx)).toMatchObject({ used: "project", project: { provider } });
      expect(await findModelSettings(ctx, ctx)).toEqual({ provider, baseUrl, apiKey: KEY, model: "some-model" });
      expect(await listModelNames(ctx)).toEqual({ defaultName: "some-model", names: ["some-model"] });
      const rows = await ctx.db.modelProvider.findMany({ where: { ownerId: ctx.project.id } });
      expect(JSON.stringify(rows)).not.toContain(KEY);
    },
  );

  test.for([
    [{ provider: "azure" }, "baseUrl", "is missing"],
    [{ provider: "openai", apiKey: JSON.stringify(account) }, "apiKey", "no spaces"],
    [{ provider: "vertex", apiKey: '{"project_id": "docs-1"}' }, "apiKey", "Paste the whole JSON file"],
    [{ provider: "google", baseUrl: "https://10.0.0.1/v1beta" }, "baseUrl", "private network, as 10.0.0.1 is"],
    [{ provider: "mistral", apiKey: undefined }, "apiKey", "The API key is missing"],
  ] as const)("%j is refused at its field", async ([input, path, words], { services }) => {
    const ctx = await seedProject(services);

    const error = await set(ctx, input).catch((reason) => reason);

    expect(error).toMatchObject({ code: "invalid_request", options: { details: [expect.objectContaining({ path })] } });
    expect(error.message).toContain(words);
  });

  test("a service account's key is pasted as its file, kept without what no call needs, and shown by its id", async ({
    services,
  }) => {
    const ctx = await seedProject(services);
    const file = JSON.stringify({ ...account, client_id: "unused" }, null, 2);

    expect(await set(ctx, { provider: "vertex", apiKey: file })).toMatchObject({ keyHint: "…9876" });

    const settings = await findModelSettings(ctx, ctx);
    expect(JSON.parse(settings?.apiKey ?? "")).toEqual({
      project_id: account.project_id,
      client_email: account.client_email,
      private_key: account.private_key,
      private_key_id: account.private_key_id,
      token_uri: "https://oauth2.googleapis.com/token",
    });
  });

  test("is tried over its own protocol, with the key that is stored", async ({ services }) => {
    const ctx = await seedProject(services);
    await using server = await scripted([reply.text("ready")]);
    const input = { ...ofProject, provider: "openai", baseUrl: server.url, modelId: "gpt-5.2" } as const;
    await setModelProvider(ctx, { ...input, apiKey: KEY });

    expect(await testModelProvider(ctx, input)).toMatchObject([{ name: "gpt-5.2", works: true }]);
    expect(server.requests).toMatchObject([{ protocol: "responses", headers: { authorization: `Bearer ${KEY}` } }]);
  });
});
