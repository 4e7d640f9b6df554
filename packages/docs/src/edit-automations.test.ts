import { AutomationDefinition } from "@docsteward/contract/automation";
import { expect, test } from "vitest";
import { editAutomations } from "./edit-automations.ts";

const define = (more: object = {}) =>
  AutomationDefinition.parse({ name: "weekly", on: { manual: true }, prompt: "Check.", ...more });

const FILE = `# Ours. Ask Mira before you change it.
caps: { jobsPerDay: 5 }   # together

automations:
  # The first.
  - name: weekly   # short
    on:
      # Before the meeting.
      schedule: { cron: "0 9 * * 1" }
    prompt: |
      Check
      this.

  # The second.
  - name: second
    on: {manual: true}
    prompt: 'Do.'
# The end.
`;

test("an automation that changes keeps its comments and its order, and no other line changes", () => {
  const schedule = { cron: "0 7 * * 1", timeZone: "UTC" };
  const definition = define({ on: { schedule }, prompt: "Check\nthis.\n", draft: true });

  expect(editAutomations(FILE, { name: "weekly", definition })).toEqual({
    text: FILE.replace("0 9 * * 1", "0 7 * * 1")
      .replace("      Check\n      this.\n", "      Check\n      this.\n    draft: true\n")
      .replace("weekly   # short", "weekly # short"),
  });
});

test("an automation is added behind the others, and removed without them", () => {
  const added = editAutomations(FILE, { name: null, definition: define({ name: "third", prompt: "One\ntwo" }) });
  const text = FILE.replace(
    "    prompt: 'Do.'\n",
    "    prompt: 'Do.'\n  - name: third\n    on:\n      manual: true\n    prompt: |-\n      One\n      two\n",
  );

  expect(added).toEqual({ text });
  expect(editAutomations(text, { name: "third", definition: null })).toEqual({ text: FILE });
});

test.each([
  ["no file", null],
  ["an empty file", "\n"],
])("%s becomes one with the automation", (_, text) => {
  expect(editAutomations(text, { name: null, definition: define() })).toEqual({
    text: "automations:\n  - name: weekly\n    on:\n      manual: true\n    prompt: Check.\n",
  });
});

test.each([
  ["an empty list", "# Ours.\nautomations: []\n"],
  ["a file with limits alone", "# Ours.\ncaps: { jobsPerDay: 5 }\n"],
  ["a list in brackets", '# Ours.\nautomations: [{ name: a, on: { manual: true }, prompt: "x" }]\n'],
  ["a list that is not indented", "# Ours.\nautomations:\n- name: a\n  on: { manual: true }\n  prompt: x"],
])("an automation is added to %s, and can be removed again", (_, text) => {
  const added = editAutomations(text, { name: null, definition: define() });

  expect(added).toEqual({ text: expect.stringMatching(/^# Ours\.\n[\s\S]*name: weekly\n/) });
  const removed = editAutomations(added.problem === undefined ? added.text : "", { name: "weekly", definition: null });
  expect(removed).toEqual({ text: expect.not.stringContaining("weekly") });
});

test.each([
  ["a name that is gone", FILE, { name: "gone", definition: define() }, /no automation called "gone" any more/],
  ["a name that is taken", FILE, { name: null, definition: define() }, /has an automation called "weekly"/],
  ["a file that is no YAML", "automations: [", { name: null, definition: define() }, /is not valid/],
  [
    "an anchor that others use",
    "automations:\n  - &a { name: weekly, on: { manual: true }, prompt: x }\n  - *a\n",
    { name: "weekly", definition: define() },
    /Edit the file by hand/,
  ],
])("%s is refused with a sentence", (_, text, edit, sentence) => {
  expect(editAutomations(text, edit)).toEqual({ problem: expect.stringMatching(sentence) });
});
