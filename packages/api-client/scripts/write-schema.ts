import { readFile, writeFile } from "node:fs/promises";
import { toPython } from "./to-python.ts";
import { toSchema } from "./to-schema.ts";

const root = new URL("../../../", import.meta.url);
const document = await readFile(new URL("docs/openapi.json", root), "utf8");
for (const [path, write] of [
  ["packages/api-client/src/schema.ts", toSchema],
  ["clients/python/docsteward/types.py", toPython],
] as const) {
  await writeFile(new URL(path, root), await write(document));
  process.stdout.write(`Wrote ${path}\n`);
}
