import { expect, test } from "vitest";
import { createModelFetch, withVersionPath } from "./endpoint.ts";

test.each([
  ["https://api.anthropic.com", "https://api.anthropic.com/v1"],
  ["https://api.anthropic.com/v1/", "https://api.anthropic.com/v1"],
  ["https://gateway.example/anthropic", "https://gateway.example/anthropic/v1"],
  ["http://localhost:8080/v1beta", "http://localhost:8080/v1beta"],
])("%s becomes %s", (given, expected) => {
  expect(withVersionPath(given)).toBe(expected);
});

test("a version of another form is added where the address has no path", () => {
  expect(withVersionPath("https://docs.example", { version: "v1beta" })).toBe("https://docs.example/v1beta");
  const azure = { isPathKept: true, version: "openai/v1" };
  expect(withVersionPath("https://name.openai.azure.com/", azure)).toBe("https://name.openai.azure.com/openai/v1");
  expect(withVersionPath("https://name.openai.azure.com/openai", azure)).toBe("https://name.openai.azure.com/openai");
});

test.each([
  ["http://localhost:11434", "http://localhost:11434/v1"],
  ["https://host.example/api/openai/", "https://host.example/api/openai"],
])("%s keeps its path: %s", (given, expected) => {
  expect(withVersionPath(given, { isPathKept: true })).toBe(expected);
});

const ADDRESS = "https://models.example/v1/chat/completions";
const ofTwoMegabytes = (type: string) => async () =>
  new Response(`data: ${"a".repeat(998)}\n\n`.repeat(2_000), { headers: { "content-type": type } });

test.each(["application/json", "text/event-stream"])(
  "an answer in one piece may have one megabyte of %s",
  async (type) => {
    const answer = await createModelFetch(ofTwoMegabytes(type))(ADDRESS, { method: "POST", body: '{"stream":false}' });

    await expect(answer.text()).rejects.toThrow("larger than 1000000 bytes");
  },
);

test.each([
  [ADDRESS, '{"model":"m","stream":true}'],
  ["https://models.example/v1beta/models/m:streamGenerateContent?alt=sse", "{}"],
])("a stream that %s is asked for with %s may have more", async (address, body) => {
  const answer = await createModelFetch(ofTwoMegabytes("text/event-stream"))(address, { method: "POST", body });

  expect(await answer.text()).toHaveLength(2_012_000);
});

test("a prompt that speaks of a stream asks for none", async () => {
  const body = JSON.stringify({ prompt: '{"stream":true}' });
  const answer = await createModelFetch(ofTwoMegabytes("application/json"))(ADDRESS, { method: "POST", body });

  await expect(answer.text()).rejects.toThrow("larger than 1000000 bytes");
});
