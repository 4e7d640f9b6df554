import { readFile, writeFile } from "node:fs/promises";
import { toSchema } from "./to-schema.ts";

const document = await readFile(new URL("../../../docs/openapi.json", import.meta.url), "utf8");
await writeFile(new URL("schema.ts", import.meta.url), await toSchema(document));
process.stdout.write("Wrote testing/api-client/src/schema.ts\n");
