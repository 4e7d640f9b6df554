import { expect, test } from "vitest";
import { readerOf } from "../testing.ts";
import { checkSite } from "./check-site.ts";
import { CONFIG_PATH } from "./checks-config.ts";

const SITE = {
  "docs.json": '{ "navigation": { "pages": ["index", "old/a"] } }\n',
  "index.mdx": "---\ntitle: Home\n---\n\n[x](/nowhere) <Chart />\n",
  "old/a.mdx": "---\ntitle: Old\n---\n\n[x](/nowhere)\n",
};

async function check(config: unknown) {
  const text = typeof config === "string" ? config : JSON.stringify(config, null, 2);
  const { errors, warnings } = await checkSite({ reader: readerOf({ ...SITE, [CONFIG_PATH]: text }), base: null });
  const brief = ({ path, line, rule }: (typeof errors)[number]) => `${path}:${line} ${rule}`;
  return { errors: errors.map(brief), warnings: warnings.map(brief), messages: errors.map(({ message }) => message) };
}

test("a rule can be off, a warning or an error", async () => {
  expect(await check({ rules: { "broken-link": "warn", "unknown-component": "error" } })).toMatchObject({
    errors: ["index.mdx:5 unknown-component"],
    warnings: ["index.mdx:5 broken-link", "old/a.mdx:5 broken-link"],
  });
  expect(await check({ rules: { "broken-link": "off" }, components: ["Chart"] })).toMatchObject({
    errors: [],
    warnings: [],
  });
});

test.each([["old"], ["./old/"], ["old/a.mdx"], ["old/**"], ["**/a.*"]])("%s is ignored", async (pattern) => {
  expect(await check({ ignore: [pattern], components: ["Chart"] })).toMatchObject({
    errors: ["index.mdx:5 broken-link"],
  });
});

test.each([
  ['{ "rules": ', 1, "is not valid JSON"],
  ["[]", 1, "must contain an object"],
  ['{\n  "rule": {}\n}', 2, 'has an unknown setting "rule". Use rules, ignore or components'],
  ['{\n  "rules": {\n    "broken": "off"\n  }\n}', 3, 'Rule "broken" not found'],
  ['{ "rules": { "broken-link": false } }', 1, 'must be "off", "warn" or "error"'],
  ['{ "ignore": "old" }', 1, '"ignore" must be a list of strings'],
])("%j is itself reported, at its line", async (text, line, message) => {
  const result = await check(text);

  expect(result.errors).toContain(`${CONFIG_PATH}:${line} checks-config`);
  expect(result.messages.join(" ")).toContain(message);
});

test("what is right in a wrong file counts", async () => {
  const { errors } = await check({ rules: { "broken-link": "off", nothing: "off" }, components: ["Chart"] });

  expect(errors).toEqual([`${CONFIG_PATH}:4 checks-config`]);
});

test("a change is checked by the configuration of the base where the change may not be read", async () => {
  const base = { ...SITE, [CONFIG_PATH]: '{ "rules": { "broken-link": "off" }, "none": 1 }' };
  const now = readerOf({ ...SITE, "index.mdx": `${SITE["index.mdx"]}\n[y](/elsewhere)\n` });

  const result = await checkSite({ reader: now, base: readerOf(base), changes: [{ path: "index.mdx" }] });

  expect(result).toMatchObject({ errors: [], warnings: [] });
});
