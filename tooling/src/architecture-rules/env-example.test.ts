import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ENV_KEYS, parseEnv } from "@docsteward/platform/env";
import { expect, test } from "vitest";
import { ROOT } from "../root.ts";

const example = await readFile(join(ROOT, ".env.example"), "utf8");
const entries = [...example.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, key = "", value = ""]) => [key, value] as const);

test(".env.example has one line for every variable, and for no other", () => {
  expect(entries.map(([key]) => key).sort()).toEqual([...ENV_KEYS].sort());
});

test(".env.example holds what counts when nothing is set", () => {
  expect(parseEnv(Object.fromEntries(entries))).toEqual(parseEnv({}));
});

test("docs/configuration.md explains every variable", async () => {
  const text = await readFile(join(ROOT, "docs/configuration.md"), "utf8");

  expect(ENV_KEYS.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
});
