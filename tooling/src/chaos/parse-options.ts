import { parseArgs } from "node:util";

export const USAGE = `Kills the service's processes while it works, and looks for what was lost, doubled or wedged by it.

  --jobs N      how many jobs (100)
  --workers N   how many worker processes, two or more (2)
  --seconds N   the killer stops after this long at the latest (240)
  --seed TEXT   repeats the jobs and the strikes of an earlier run (a new one each time)
  --log FILE    keeps the service's log lines, and the journals of jobs with findings`;

export type Options = { jobs: number; workers: number; seconds: number; seed: string; log: string | null };

/** @throws Error with one sentence on the argument that is wrong */
export function parseOptions(args: string[]): Options | "help" {
  const { values } = parseArgs({
    args,
    options: {
      jobs: { type: "string", default: "100" },
      workers: { type: "string", default: "2" },
      seconds: { type: "string", default: "240" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
      log: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  return {
    jobs: toCount("jobs", values.jobs, 1),
    workers: toCount("workers", values.workers, 2),
    seconds: toCount("seconds", values.seconds, 1),
    seed: values.seed,
    log: values.log ?? null,
  };
}

function toCount(name: string, text: string, least: number): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= least) return count;
  throw new Error(`--${name} takes a whole number, ${least} or more, and not "${text}".`);
}
