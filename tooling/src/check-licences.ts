import { listDependencies, listMembers } from "./release/dependencies.ts";
import { refuseLicences } from "./release/licences.ts";
import { runMain } from "./terminal.ts";

/** Checks that every package that is shipped has a licence that allows it, in `node_modules` and bundled for browsers. */
async function main(): Promise<number> {
  const dependencies = await listDependencies(await listMembers());
  const refused = refuseLicences(dependencies);
  for (const sentence of refused) console.error(sentence);
  console.log(`${dependencies.length} packages are shipped, ${refused.length} of them without a licence for it.`);
  return refused.length === 0 ? 0 : 1;
}

runMain(main);
