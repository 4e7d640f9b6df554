import { parseArgs } from "node:util";
import { ROOT } from "@docsteward/tooling/root";
import { onStopSignal } from "@docsteward/tooling/supervisor/on-stop-signal";
import { colors } from "@docsteward/tooling/terminal";
import { findEarlier, makeEarlier } from "./earlier-version.ts";
import { runUpgrade } from "./run-upgrade.ts";

const USAGE = `Upgrades a service of an earlier version while its jobs run, and checks what both versions do on the new schema.

  --from REV   the earlier version (default: the commit before the last change of prisma/migrations)
  --seed TEXT  repeat the jobs of an earlier run (default: a new seed)
  --log FILE   save the log of all processes`;
const WRONG_ARGUMENTS = 2;
const STOPPED = 130;

const print = (line: string) => console.log(line);

/** @returns the exit code: 0 when every claim holds */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return WRONG_ARGUMENTS;
  if (options.isHelp) return print(USAGE) ?? 0;
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(STOPPED) });
  const { signal } = stopping;
  const onLine = (line: string) => print(colors.dim(line));
  try {
    const revision = options.from ?? (await findEarlier(ROOT));
    const { commit, folder } = await makeEarlier({ root: ROOT, revision, onLine, signal });
    print(`${colors.bold("Docsteward upgrade")}  from ${commit.slice(0, 8)}, seed ${options.seed}\n`);
    const { seed, log: logFile } = options;
    const { claims, problems } = await runUpgrade({ current: ROOT, earlier: folder, seed, logFile, onLine, signal });
    print("");
    for (const { claim, isTrue } of claims) print(`${isTrue ? colors.green("✓") : colors.red("✗")} ${claim}`);
    for (const problem of problems) print(colors.red(`✗ ${problem}`));
    const isWell = problems.length === 0 && claims.every(({ isTrue }) => isTrue);
    print(`\n${isWell ? colors.green("passed") : colors.red("failed")}  seed ${seed}`);
    return isWell ? 0 : 1;
  } catch (error) {
    if (signal.aborted) return STOPPED;
    throw error;
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: "string" },
        seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
        log: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    return { from: values.from ?? null, seed: values.seed, log: values.log ?? null, isHelp: values.help };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return null;
  }
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.stack);
    process.exit(1);
  },
);
