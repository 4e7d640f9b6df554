import { ROOT } from "@docsteward/tooling/root";
import { colors } from "@docsteward/tooling/terminal";
import { print, printDim, runCommand } from "../support/run-command.ts";
import { findEarlier, makeEarlier } from "./earlier-version.ts";
import { runUpgrade } from "./run-upgrade.ts";

runCommand({
  usage: `Upgrades a service of an earlier version while its jobs run, and checks what both versions do on the new schema.

  --from REV   the earlier version (default: the commit before the last change of prisma/migrations)
  --seed TEXT  repeat the jobs of an earlier run (default: a new seed)
  --log FILE   save the log of all processes`,
  options: { from: { type: "string" } },
  read: ({ from }) => ({ from }),
  async run({ from, seed, logFile, signal }) {
    const onLine = printDim;
    const revision = from ?? (await findEarlier(ROOT));
    const { commit, folder } = await makeEarlier({ root: ROOT, revision, onLine, signal });
    print(`${colors.bold("Docsteward upgrade")}  from ${commit.slice(0, 8)}, seed ${seed}\n`);
    const { claims, problems } = await runUpgrade({ current: ROOT, earlier: folder, seed, logFile, onLine, signal });
    print("");
    for (const { claim, isTrue } of claims) print(`${isTrue ? colors.green("✓") : colors.red("✗")} ${claim}`);
    for (const problem of problems) print(colors.red(`✗ ${problem}`));
    return problems.length === 0 && claims.every(({ isTrue }) => isTrue);
  },
});
