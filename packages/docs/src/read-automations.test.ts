import { readFile } from "node:fs/promises";
import { AUTOMATIONS_PATH, automationsJsonSchema, nextTime } from "@docsteward/contract/automation";
import { expect, test } from "vitest";
import { readAutomations } from "./read-automations.ts";
import { readerOf } from "./testing.ts";

const read = (text: string) => readAutomations(readerOf({ [AUTOMATIONS_PATH]: text }), null);
const ONE =
  "automations:\n  - name: follow-app\n    on:\n      merge: { source: app, paths: [src/**] }\n    prompt: Update {{source}}.\n";

test("automations are read with their defaults, and a site without the file has none", async () => {
  const { problems, ...found } = await read(
    `caps: { openPullRequests: 3 }\nquietHours: { from: "22:00", to: "07:00", timeZone: Europe/Berlin }\n${ONE}` +
      '  - name: weekly\n    on: { schedule: { cron: "0 9 * * 1" }, manual: true }\n    prompt: Check.\n    draft: true\n',
  );

  expect(problems).toEqual([]);
  expect(found).toEqual({
    state: "read",
    names: ["follow-app", "weekly"],
    settings: {
      caps: { openPullRequests: 3 },
      quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" },
    },
    definitions: [
      { name: "follow-app", on: { merge: { source: "app", paths: ["src/**"] } }, prompt: "Update {{source}}." },
      {
        name: "weekly",
        on: { schedule: { cron: "0 9 * * 1", timeZone: "UTC" }, manual: true },
        prompt: "Check.",
        draft: true,
      },
    ],
  });
  expect(await readAutomations(readerOf({}), null)).toMatchObject({ state: "none", names: [], problems: [] });
});

test.each([
  ["no YAML", "automations: [", 1, "is not valid YAML"],
  ["a list alone", "- name: a\n", 1, "must contain a map"],
  ["no list", "caps: {}\n", 1, 'needs a list called "automations"'],
  ["too many characters", `# ${"x".repeat(100_000)}`, 1, "has more than 100000 characters"],
])("a file with %s changes nothing", async (_, text, line, sentence) => {
  const { state, definitions, problems } = await read(text);

  expect([state, definitions]).toEqual(["faulty", []]);
  expect(problems).toMatchObject([{ path: AUTOMATIONS_PATH, line, rule: "automations", severity: "error" }]);
  expect(problems[0]?.message).toContain(sentence);
});

test.each([
  [
    "a cron expression that never comes true",
    "    on: { schedule: { cron: 0 0 30 2 * } }\n    prompt: x\n",
    7,
    "never comes true",
  ],
  ["six fields", "    on: { schedule: { cron: 0 0 0 1 1 * } }\n    prompt: x\n", 7, "must have five fields"],
  [
    "an unknown time zone",
    '    on: { schedule: { cron: "0 9 * * 1", timeZone: Mars } }\n    prompt: x\n',
    7,
    "must be an IANA name",
  ],
  ["no trigger", "    on: {}\n    prompt: x\n", 7, "has no trigger"],
  ["an unknown trigger", "    on:\n      tuesday: true\n    prompt: x\n", 8, "unknown"],
  [
    "an unknown variable",
    "    on: { manual: true }\n    prompt: |\n      Update {{page}}.\n",
    8,
    "Variable {{page}} not found",
  ],
  ["a wrong glob", '    on:\n      push:\n        paths:\n          - "docs/!(a)"\n    prompt: x\n', 10, "docs/!(a)"],
  ["no prompt", "    on: { manual: true }\n", 6, '"prompt" is missing'],
  [
    "a name that is taken",
    "    on: { manual: true }\n    prompt: x\n  - name: other\n    on: { manual: true }\n    prompt: x\n",
    9,
    "is defined twice",
  ],
  ["an alias", "    on: &a { manual: true }\n    prompt: x\n    caps: *a\n", 6, "must be"],
])("%s is one problem at its line, and the other automations count", async (_, text, line, sentence) => {
  const { definitions, names, problems } = await read(`${ONE}  - name: other\n${text}`);

  expect(problems.map((problem) => [problem.line, problem.message])).toEqual([
    [line, expect.stringContaining(sentence)],
  ]);
  expect(definitions[0]?.name).toBe("follow-app");
  // Known by its name, so that its earlier definition stays.
  expect(names).toContain("other");
});

test.each([
  ["in winter", "2026-01-05T07:59:59Z", "2026-01-05T08:00:00.000Z"],
  ["in summer", "2026-07-06T06:59:59Z", "2026-07-06T07:00:00.000Z"],
])("a schedule goes by the clock of its time zone %s", (_, after, next) => {
  expect(nextTime({ cron: "0 9 * * 1", timeZone: "Europe/Berlin" }, new Date(after))?.toISOString()).toBe(next);
});

test("a time that the clock's change leaves out comes once, and so does one that it repeats", () => {
  const times = (cron: string, from: string, count: number) => {
    let at = new Date(from);
    return Array.from({ length: count }, () => {
      at = nextTime({ cron, timeZone: "Europe/Berlin" }, at) ?? at;
      return at.toISOString();
    });
  };

  expect(times("30 2 * * *", "2026-03-27T12:00:00Z", 3)).toEqual([
    "2026-03-28T01:30:00.000Z",
    "2026-03-29T01:00:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
  expect(times("30 2 * * *", "2026-10-24T12:00:00Z", 2)).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
});

test("the published JSON Schema is that of the code", async () => {
  const published = await readFile(new URL("../../../docs/automations.schema.json", import.meta.url), "utf8");

  expect(JSON.parse(published)).toEqual(automationsJsonSchema());
});
