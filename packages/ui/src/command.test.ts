import { expect, test } from "vitest";
import { rankEntry } from "./command.tsx";

test("an entry is found by any words of its name and its keywords", () => {
  expect(rankEntry("Settings: members", "invite", ["people invite user role"])).toBeGreaterThan(0);
  expect(rankEntry("Settings: models", "anthropic key", ["anthropic openai provider key"])).toBeGreaterThan(0);
  expect(rankEntry("Settings: models", "anthropic dark", ["anthropic"])).toBe(0);
});

test("letters in the same order are no match", () => {
  expect(rankEntry("Settings: models and provider keys", "dark")).toBe(0);
});

test("the beginning of a word ranks before its middle, and a name before a keyword", () => {
  const [start, middle] = [rankEntry("Switch to dark theme", "dark"), rankEntry("Standards of darkrooms", "rkro")];

  expect(start).toBeGreaterThan(middle);
  expect(rankEntry("Jobs", "jobs")).toBeGreaterThan(rankEntry("Playground", "jobs", ["jobs"]));
});
