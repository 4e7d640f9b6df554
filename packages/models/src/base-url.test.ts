import { expect, test } from "vitest";
import { withVersionPath } from "./base-url.ts";

test.each([
  ["https://api.anthropic.com", "https://api.anthropic.com/v1"],
  ["https://api.anthropic.com/v1/", "https://api.anthropic.com/v1"],
  ["https://gateway.example/anthropic", "https://gateway.example/anthropic/v1"],
  ["http://localhost:8080/v1beta", "http://localhost:8080/v1beta"],
])("%s becomes %s", (given, expected) => {
  expect(withVersionPath(given)).toBe(expected);
});

test.each([
  ["http://localhost:11434", "http://localhost:11434/v1"],
  ["https://host.example/api/openai/", "https://host.example/api/openai"],
])("%s keeps its path: %s", (given, expected) => {
  expect(withVersionPath(given, { isPathKept: true })).toBe(expected);
});
