import { parseArgs } from "node:util";

export const USAGE = `Kills the service's processes under load, and checks for lost, duplicated or stalled jobs.

  --jobs N      number of jobs (default: 100)
  --workers N   number of worker processes, at least 2 (default: 2)
  --seconds N   maximum duration of the faults in seconds (default: 240)
  --seed TEXT   repeat the jobs and faults of an earlier run (default: a new seed)
  --log FILE    save the service's log, and the journals of jobs with findings`;

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
  throw new Error(`--${name} must be a whole number of at least ${least}, not "${text}".`);
}
