/**
 * Chooses the commits of `bench/drift-commits.json` again, from the histories in a folder:
 *
 *   node bench/src/drift/choose-commits.ts DIR owner/name…
 */

import { openHistory } from "./collect-commits.ts";
import { type ListedCommits, writeCommitList } from "./commit-list.ts";
import { selectCommits } from "./select-commits.ts";

const WANTED = { documented: 12, silent: 36 };
const LEAST = 6;

const [dataDir = ".", ...names] = process.argv.slice(2);
const listed: ListedCommits[] = [];
for (const name of names.toSorted()) {
  const repository = await openHistory(dataDir, name);
  if (repository === null)
    throw new Error(`${name} is not in ${dataDir}. Clone it there as ${name.replace("/", "+")}.`);
  const found = await selectCommits(repository, name, WANTED);
  console.error(`${name}: ${found.documented.length} with pages, ${found.silent.length} without`);
  if (found.documented.length >= LEAST) listed.push(found);
}
await writeCommitList(listed);
