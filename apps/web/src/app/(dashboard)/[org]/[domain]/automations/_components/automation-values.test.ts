import { AutomationDefinition } from "@docsteward/contract/automation";
import { expect, test } from "vitest";
import { fieldOf, toDefinition, toValues } from "./automation-values.ts";

const WHOLE = AutomationDefinition.parse({
  name: "follow-app",
  on: {
    schedule: { cron: "0 9 * * 1", timeZone: "Europe/Berlin" },
    merge: { source: "app", paths: ["src/**", "cli"], labels: ["good first issue", "docs"] },
    pull_request: { source: "app" },
    push: { paths: ["guides"] },
    gap: { count: 5, age: 2 },
    webhook: true,
    manual: true,
  },
  prompt: "Update {{source}}.\n",
  model: "large",
  draft: true,
  reviewers: ["mira", "tom"],
  asksAuthor: false,
  labels: ["docs"],
  caps: { jobsPerDay: 3, usdPerMonth: 12.5 },
  quietHours: { from: "22:00", to: "06:00", timeZone: "UTC" },
});
const LEAST = AutomationDefinition.parse({ name: "a", on: { push: {} }, prompt: "x", reviewer: "mira" });

test.each([
  ["everything", WHOLE],
  ["little", LEAST],
])("a definition that says %s comes out of the form as it went in", (_, definition) => {
  expect(toDefinition(toValues(definition))).toEqual(definition);
});

test("what is no number reaches the schema, and its problem the field", () => {
  const definition = toDefinition({ ...toValues(WHOLE), gapCount: "many", mergePaths: "a/[" });
  const { error } = AutomationDefinition.safeParse(definition);

  expect(error?.issues.map(({ path }) => fieldOf(path.join(".")))).toEqual(["gapCount"]);
  expect([fieldOf("on.merge.paths.0"), fieldOf("on"), fieldOf("")]).toEqual(["mergePaths", "root", "root"]);
});
