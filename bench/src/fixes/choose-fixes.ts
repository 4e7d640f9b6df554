/**
 * Chooses the corrections of `bench/drift-fixes.json` again, from the histories in a folder:
 *
 *   node bench/src/fixes/choose-fixes.ts DIR owner/name…
 */

import { writeFile } from "node:fs/promises";
import { openHistory } from "../drift/collect-commits.ts";
import { FIXES_FILE, type ListedFixes } from "./fixes.ts";
import { selectFixes } from "./select-fixes.ts";

const WANTED = 8;

const [dataDir = ".", ...names] = process.argv.slice(2);
const listed: ListedFixes[] = [];
for (const name of names.toSorted()) {
  const repository = await openHistory(dataDir, name);
  if (repository === null)
    throw new Error(`${name} is not in ${dataDir}. Clone it there as ${name.replace("/", "+")}.`);
  const fixes = await selectFixes(repository, WANTED);
  console.error(`${name}: ${fixes.length} corrections`);
  if (fixes.length > 0) listed.push({ name, fixes });
}
await writeFile(FIXES_FILE, `${JSON.stringify(listed, null, 1)}\n`);
