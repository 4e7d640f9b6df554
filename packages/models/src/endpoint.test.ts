import { expect, test } from "vitest";
import { withVersionPath } from "./endpoint.ts";

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
