import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ENV_KEYS, parseEnv } from "@docsteward/platform/env";
import { SECRET_KEYS } from "@docsteward/platform/secret-files";
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

test("every variable whose name is that of a secret can be given as a file", () => {
  const named = ENV_KEYS.filter((key) =>
    /_(KEY|SECRET|SECRET_PREVIOUS|TOKEN)$|^(DATABASE|SMTP)_URL$|_HEADERS$/.test(key),
  );

  expect(named.toSorted()).toEqual(SECRET_KEYS.toSorted());
});

test("docs/configuration.md lists the secrets that a file can give", async () => {
  const text = await readFile(join(ROOT, "docs/configuration.md"), "utf8");
  const list = /^This works for (.+)\.$/m.exec(text)?.[1] ?? "";

  expect([...list.matchAll(/`([A-Z_]+)`/g)].map(([, key]) => key).toSorted()).toEqual(SECRET_KEYS.toSorted());
});
