import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { automationsJsonSchema } from "@docsteward/contract/automation";
import { insertOperations } from "./api-page.ts";
import { OPERATIONS, openApiDocument } from "./document.ts";

const DOCS = new URL("../../../../../docs/", import.meta.url);
const PAGE = new URL("api.md", DOCS);

// The committed copies of what the code says: `pnpm openapi` writes them, a test compares them.
await writeFile(new URL("openapi.json", DOCS), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
await writeFile(new URL("automations.schema.json", DOCS), `${JSON.stringify(automationsJsonSchema(), null, 2)}\n`);
await writeFile(PAGE, insertOperations(await readFile(PAGE, "utf8"), OPERATIONS));
process.stdout.write(`Wrote docs/openapi.json and the operations in ${fileURLToPath(PAGE)}\n`);
