import { parseArgs } from "node:util";
import { onStopSignal } from "@docsteward/tooling/supervisor/on-stop-signal";
import { colors } from "@docsteward/tooling/terminal";
import { listInputs } from "./list-inputs.ts";
import { printReport } from "./print-report.ts";
import { runHostile } from "./run-hostile.ts";

const USAGE = `Sends everything that a hostile tenant can to a service of its own, beside another tenant, and prints what it did to both.

  --seconds N   how long at most, beside the start (300)
  --seed TEXT   order of the inputs (default: a new seed)
  --only TEXT   only inputs whose name holds this
  --beside      only both tenants together, without each input alone
  --log FILE    save the service's log`;
const WRONG_ARGUMENTS = 2;
const STOPPED = 130;
const LEAST_SECONDS = 20;

const print = (line: string) => console.log(line);

/** @returns the exit code: 0 when the reach was met */
async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return WRONG_ARGUMENTS;
  if (options.isHelp) return print(USAGE) ?? 0;
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(STOPPED) });
  const { seed, seconds, inputs, log, isBesideOnly } = options;
  print(`${colors.bold("Docsteward hostile")}  seed ${seed}: ${inputs.length} inputs, about ${seconds} s\n`);
  try {
    const onLine = (line: string) => print(colors.dim(line));
    const report = await runHostile({
      ...{ inputs, seconds, seed, isBesideOnly, logFile: log, onLine },
      signal: stopping.signal,
    });
    const isMet = printReport(report, print);
    print(`\n${isMet ? colors.green("reach met") : colors.red("reach missed")}  seed ${seed}`);
    return isMet ? 0 : 1;
  } catch (error) {
    if (stopping.signal.aborted) return STOPPED;
    throw error;
  }
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        seconds: { type: "string", default: "300" },
        seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
        only: { type: "string", default: "" },
        beside: { type: "boolean", default: false },
        log: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    const seconds = Number(values.seconds);
    if (!Number.isInteger(seconds) || seconds < LEAST_SECONDS) {
      throw new Error(`--seconds must be a whole number of at least ${LEAST_SECONDS}, not "${values.seconds}".`);
    }
    const inputs = listInputs().filter(({ name }) => name.includes(values.only));
    if (inputs.length === 0) throw new Error(`No input's name holds "${values.only}".`);
    return {
      isHelp: values.help,
      seconds,
      seed: values.seed,
      inputs,
      isBesideOnly: values.beside,
      log: values.log ?? null,
    };
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
