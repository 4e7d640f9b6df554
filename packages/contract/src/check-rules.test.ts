import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CHECK_RULES } from "./check-rules.ts";

test("the rules with descriptions are those that the documentation lists", () => {
  const docs = readFileSync(new URL("../../../docs/checks.md", import.meta.url), "utf8");
  const table = docs.slice(docs.indexOf("## Rules"), docs.indexOf("## Only what was caused"));
  const listed = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  );

  expect(CHECK_RULES.map(({ name }) => name).sort()).toEqual(listed.sort());
});
