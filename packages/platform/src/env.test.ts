import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";

test("an effort holds for all models, or for some by their name", () => {
  expect(parseEnv({}).JOB_EFFORT).toEqual({ all: null, byModel: {} });
  expect(parseEnv({ JOB_EFFORT: "low, opus = high,anthropic/x=max" }).JOB_EFFORT).toEqual({
    all: "low",
    byModel: { opus: "high", "anthropic/x": "max" },
  });
});

test.each(["much", "low,", "=high", "opus=much"])("the effort %j is refused", (JOB_EFFORT) => {
  expect(() => parseEnv({ JOB_EFFORT })).toThrow(
    "JOB_EFFORT must be one of none, minimal, low, medium, high, xhigh, max, or by model such as low,opus=high",
  );
});

test("a fallback names another provider before a colon, and a colon inside of an id stays", () => {
  const parse = (JOB_FALLBACK_MODEL: string) =>
    parseEnv({
      JOB_FALLBACK_MODEL,
      MODEL_PROVIDER: "bedrock",
      MODEL_ID: "m",
      BEDROCK_API_KEY: "k",
      OPENAI_API_KEY: "k",
    }).JOB_FALLBACK_MODEL;

  expect(parse("openai:gpt-5.2")).toEqual({ provider: "openai", model: "gpt-5.2" });
  expect(parse("amazon.nova-v1:0")).toEqual({ provider: null, model: "amazon.nova-v1:0" });
});

test.each([
  [{ MODEL_PROVIDER: "openai" }, ["OPENAI_API_KEY must be set for MODEL_PROVIDER=openai", "MODEL_ID must be set"]],
  [{ MODEL_PROVIDER: "azure", MODEL_ID: "m", AZURE_OPENAI_API_KEY: "k" }, ["AZURE_OPENAI_BASE_URL must be set"]],
  [{ JOB_FALLBACK_MODEL: "google:gemini-3-pro-preview" }, ["GEMINI_API_KEY must be set for JOB_FALLBACK_MODEL"]],
] as const)("%j says what is missing", (variables, sentences) => {
  for (const sentence of sentences) expect(() => parseEnv(variables)).toThrow(sentence);
});

test("a key of a provider alone does not choose it", () => {
  expect(parseEnv({ OPENAI_API_KEY: "k", GEMINI_API_KEY: "k" }).MODEL_PROVIDER).toBe("offline");
});
