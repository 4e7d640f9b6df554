import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { toPython } from "./to-python.ts";
import { toSchema } from "./to-schema.ts";

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

test.for([
  ["TypeScript", toSchema, "packages/api-client/src/schema.ts"],
  ["Python", toPython, "clients/python/docsteward/types.py"],
] as const)(
  "the %s client's types are those of the document (else run `pnpm openapi`)",
  async ([_name, write, path]) => {
    expect(await read(path)).toBe(await write(await read("docs/openapi.json")));
  },
);
