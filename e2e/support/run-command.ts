import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { onStopSignal } from "@docsteward/tooling/supervisor/on-stop-signal";
import { colors } from "@docsteward/tooling/terminal";

const WRONG_ARGUMENTS = 2;
const STOPPED = 130;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>["values"];
type Command<Options extends ParseArgsOptionsConfig, Read> = {
  usage: string;
  options: Options;
  /** What the words of the call mean. @throws Error with one sentence on the one that is wrong */
  read(values: Values<Options>): Read;
  /** @returns whether what the command looks for holds */
  run(read: Read & { seed: string; logFile: string | null; signal: AbortSignal }): Promise<boolean>;
  /** What the last line says (default: passed and failed). */
  verdict?: { well: string; ill: string };
};

/** Prints one line. */
export const print = (line: string) => console.log(line);

/** Prints one line that matters less. */
export const printDim = (line: string) => print(colors.dim(line));

/**
 * Runs this process as a command, which also takes `--seed`, `--log` and `--help`, and ends it. The exit code is 0 when all is
 * well, 1 when it is not, 2 for wrong words and 130 after a stop signal, which aborts `signal`; a second one ends the process.
 */
export function runCommand<Options extends ParseArgsOptionsConfig, Read extends object>(
  command: Command<Options, Read>,
): void {
  main(command).then(
    (code) => process.exit(code),
    (error: Error) => {
      console.error(error.stack);
      process.exit(1);
    },
  );
}

async function main<Options extends ParseArgsOptionsConfig, Read extends object>({
  usage,
  options,
  read,
  run,
  verdict = { well: "passed", ill: "failed" },
}: Command<Options, Read>): Promise<number> {
  let asked: { seed: string; logFile: string | null; own: Read };
  try {
    const { values } = parseArgs({
      options: { ...options, seed: { type: "string" }, log: { type: "string" }, help: { type: "boolean" } },
    });
    const { seed = String(Math.floor(Math.random() * 1_000_000)), log = null, help } = values as Shared;
    if (help) return print(usage) ?? 0;
    asked = { seed, logFile: log, own: read(values as Values<Options>) };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return WRONG_ARGUMENTS;
  }
  const stopping = new AbortController();
  onStopSignal({ first: () => stopping.abort(new Error("Stopped.")), second: () => process.exit(STOPPED) });
  const { seed, logFile, own } = asked;
  try {
    const isWell = await run({ ...own, seed, logFile, signal: stopping.signal });
    print(`\n${isWell ? colors.green(verdict.well) : colors.red(verdict.ill)}  seed ${seed}`);
    return isWell ? 0 : 1;
  } catch (error) {
    if (stopping.signal.aborted) return STOPPED;
    throw error;
  }
}

type Shared = { seed?: string; log?: string; help?: boolean };

/** A whole number. @throws Error when it is none, or less than `least` */
export function toCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= least) return count;
  throw new Error(`--${name} must be a whole number of at least ${least}, not "${text}".`);
}
