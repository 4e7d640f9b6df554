import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { toSchema } from "./to-schema.ts";

test("the client's types are those of the document (else run `pnpm openapi`)", async () => {
  const document = await readFile(new URL("../../../docs/openapi.json", import.meta.url), "utf8");

  expect(await readFile(new URL("schema.ts", import.meta.url), "utf8")).toBe(await toSchema(document));
});
