import { reply } from "@docsteward/model-script/script";
import { startModelServer } from "@docsteward/model-script/start-model-server";
import { openKeySecret } from "@docsteward/services/secret/key-secret";
import { createTestServices } from "@docsteward/services/testing";
import { expect, test } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

type Check = { name: string; state: string; text: string };

test("doctor calls the model and git, prints JSON, and ends with 1 when something is wrong", async () => {
  await using services = await createTestServices();
  await openKeySecret(services.db, { DATA_DIR: services.dataDir, KEY_SECRET: services.keySecret });
  const model = await startModelServer(() => reply.text("ok"));
  const variables = { ...variablesOf(services), EMBEDDING_PROVIDER: "none", ANTHROPIC_API_KEY: "test-key" };
  const fine = await runCli({ ...variables, ANTHROPIC_BASE_URL: model.url }, "doctor", "--json");
  await model.close();
  const away = await runCli({ ...variables, ANTHROPIC_BASE_URL: "http://127.0.0.1:9" }, "doctor");
  const wrong = await runCli({ ...variables, PORT: "many" }, "doctor");

  const checks = JSON.parse(fine.stdout) as Check[];
  const find = (name: string) => checks.find((check) => check.name === name);
  expect(fine.code).toBe(0);
  expect(find("git")).toMatchObject({ state: "ok", text: expect.stringMatching(/^git version/) });
  expect(find("model")).toMatchObject({ state: "ok", text: expect.stringContaining("answers") });
  expect(away).toMatchObject({ code: 1, stdout: expect.stringMatching(/^error {4}model: .+\n {9}\w/m) });
  expect(wrong).toMatchObject({ code: 1, stdout: expect.stringContaining("PORT must be a whole number") });
}, 600_000);
