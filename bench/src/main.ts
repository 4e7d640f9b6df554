import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { onStopSignal } from "../../tooling/src/supervisor/on-stop-signal.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { installPeers } from "./install-peers.ts";
import { type BenchOptions, printReport, saveReport } from "./report/report.ts";
import { ROOT } from "./root.ts";
import { killServices } from "./service/start-logged-service.ts";

const HELP = `Measures Docsteward beside what it is compared with, and prints medians, ranges and ratios.

  npx -y pnpm@12.21.0 bench [NAME…] [--data DIR] [--rounds N] [--peers A,B] [--only A,B] [--seed N] [--built DIR] [--misses] [--fit] [--projects N] [--jobs N] [--events N] [--queued N]

  NAME      ${Object.keys(BENCHMARKS).join(", ")}; all of them when left out
  --data    where generated repositories are kept and runs do their work (./.data/bench)
  --rounds  how often each side is measured
  --peers   which search engines stand beside ours in retrieval; all of them when left out
  --only    which sites, dialects or draws of bench/sites.json are measured, repositories or halves (first, second) of localization, or
            parts of scale (database, restore, workers, tenants)
  --seed    which faults sites seeds; others each run when left out
  --built   a folder of sites that their own generators built, for sites
  --misses  sites lists the faults that it missed in the second half too, which is then no longer unseen
  --fit     drift fits its weights on its first half again, and writes them
  --projects, --jobs, --events  how many scale writes beside the measured project (10000, 1000000, 50000000)
  --queued  how many jobs wait for the workers of scale (2000)

Example: npx -y pnpm@12.21.0 bench first-request --rounds 3`;

type Command = Omit<BenchOptions, "onLine"> & { names: string[] };

function readCommand(): Command | "help" {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: "string" },
      rounds: { type: "string" },
      peers: { type: "string" },
      only: { type: "string" },
      seed: { type: "string" },
      built: { type: "string" },
      misses: { type: "boolean" },
      fit: { type: "boolean" },
      ...{
        projects: { type: "string" },
        jobs: { type: "string" },
        events: { type: "string" },
        queued: { type: "string" },
      },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  const unknown = positionals.find((name) => !(name in BENCHMARKS));
  if (unknown !== undefined) {
    throw new Error(`There is no benchmark ${unknown}; there are ${Object.keys(BENCHMARKS).join(", ")}.`);
  }
  if (values.rounds !== undefined && !/^[1-9]\d{0,2}$/.test(values.rounds)) {
    throw new Error(`--rounds must be a whole number from 1 to 999, and is "${values.rounds}".`);
  }
  if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
    throw new Error(`--seed must be a whole number of at most nine digits, and is "${values.seed}".`);
  }
  const sizes = Object.fromEntries(
    (["projects", "jobs", "events", "queued"] as const).flatMap((name) => {
      const given = values[name];
      if (given === undefined) return [];
      if (!/^[1-9]\d{0,8}$/.test(given))
        throw new Error(`--${name} must be a whole number above 0, and is "${given}".`);
      return [[name, Number(given)]];
    }),
  );
  const list = (value: string | undefined) => value?.split(",").map((name) => name.trim());
  return {
    names: positionals.length > 0 ? positionals : Object.keys(BENCHMARKS),
    dataDir: values.data ? resolve(values.data) : join(ROOT, ".data", "bench"),
    ...(values.rounds === undefined ? {} : { rounds: Number(values.rounds) }),
    ...(values.peers === undefined ? {} : { peers: list(values.peers) ?? [] }),
    ...(values.only === undefined ? {} : { only: list(values.only) ?? [] }),
    ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
    ...(values.built === undefined ? {} : { builtDir: resolve(values.built) }),
    ...(values.misses ? { misses: true } : {}),
    ...(values.fit ? { fit: true } : {}),
    sizes,
  };
}

/** Those that compare with nothing that is installed for them. */
const WITHOUT_PEERS = ["sites", "drift", "samples", "fixes", "localization"];

async function runBenchmarks({ names, ...command }: Command): Promise<void> {
  const onLine = (line: string) => console.error(line);
  if (names.some((name) => !WITHOUT_PEERS.includes(name))) await installPeers(onLine);
  const options: BenchOptions = { ...command, onLine };
  for (const name of names) {
    const run = BENCHMARKS[name];
    if (run === undefined) continue;
    onLine(`\n${name}`);
    const report = await run(options);
    printReport(report);
    console.log(`  ${relative(process.cwd(), await saveReport(report))}`);
  }
}

let command: Command | "help";
try {
  command = readCommand();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(2);
}
if (command === "help") console.log(HELP);
else {
  const stop = () => {
    killServices();
    process.exit(130);
  };
  onStopSignal({ first: stop, second: stop });
  await runBenchmarks(command);
}
