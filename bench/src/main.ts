import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { BENCHMARKS } from "./benchmarks.ts";
import { installPeers } from "./install-peers.ts";
import { printReport } from "./report/print-report.ts";
import type { BenchOptions } from "./report/report.ts";
import { saveReport } from "./report/save-report.ts";
import { ROOT } from "./root.ts";

const HELP = `Measures Docsteward beside what it is compared with, and prints medians, ranges and ratios.

  npx -y pnpm@12.21.0 bench [NAME…] [--data DIR] [--rounds N] [--peers A,B]

  NAME      ${Object.keys(BENCHMARKS).join(", ")}; all of them when left out
  --data    where generated repositories are kept and runs do their work (./.data/bench)
  --rounds  how often each side is measured
  --peers   which search engines stand beside ours in retrieval; all of them when left out

Example: npx -y pnpm@12.21.0 bench first-request --rounds 3`;

type Command = { names: string[]; dataDir: string; rounds: number | undefined; peers: string[] | undefined };

function readCommand(): Command | "help" {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: "string" },
      rounds: { type: "string" },
      peers: { type: "string" },
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
  return {
    names: positionals.length > 0 ? positionals : Object.keys(BENCHMARKS),
    dataDir: values.data ? resolve(values.data) : join(ROOT, ".data", "bench"),
    rounds: values.rounds === undefined ? undefined : Number(values.rounds),
    peers: values.peers?.split(",").map((name) => name.trim()),
  };
}

async function runBenchmarks({ names, dataDir, rounds, peers }: Command): Promise<void> {
  const onLine = (line: string) => console.error(line);
  await installPeers(onLine);
  const options: BenchOptions = { dataDir, rounds, peers, onLine };
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
else await runBenchmarks(command);
