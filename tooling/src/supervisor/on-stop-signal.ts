import { readFileSync } from "node:fs";
import { basename } from "node:path";

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
// One Ctrl-C may arrive more than once: from the terminal, and passed on by whatever launched this process.
const SAME_PRESS_MS = 500;
const LOOK_MS = 500;

/**
 * Calls `first` on the first stop signal of this process, and `second` on the second.
 *
 * npx dies of a SIGTERM without forwarding it, and pnpm of a SIGKILL: the end of either counts as a stop signal here.
 */
export function onStopSignal({ first, second }: { first(): void; second(): void }): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      first();
    } else if (performance.now() - firstAt > SAME_PRESS_MS) {
      second();
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  const launchers = findLaunchers();
  const timer = setInterval(() => {
    if (launchers.every(isRunning)) return;
    clearInterval(timer);
    if (firstAt === undefined) onSignal();
  }, LOOK_MS).unref();
}

/** Identifies a process: the start time separates it from a later process with the same id. */
type ProcessMark = { pid: number; startedAt: string };

type Entry = ProcessMark & { parent: number; command: string[] };

const LAUNCHERS = /^(npm|npx|pnpm)(-cli)?(\.[cm]?js)?( |$)/;
const SHELLS = /^(ba|da|z)?sh$/;

/**
 * Finds the npx, npm and pnpm processes that this process was launched by, with the shells between them.
 *
 * Reads /proc, so it finds none on systems without it.
 */
function findLaunchers(): ProcessMark[] {
  const ancestors: Entry[] = [];
  for (let entry = readEntry(process.ppid); entry && entry.pid > 1; entry = readEntry(entry.parent))
    ancestors.push(entry);
  // A shell belongs to them only when a launcher started it: the one that a person types in does not.
  const outermost = ancestors.findIndex((_, index) => !isLauncher(ancestors[index]) && !isBetween(ancestors, index));
  return ancestors.slice(0, outermost === -1 ? ancestors.length : outermost);
}

/** Whether the process still runs. */
function isRunning({ pid, startedAt }: ProcessMark): boolean {
  return readEntry(pid)?.startedAt === startedAt;
}

function isBetween(ancestors: Entry[], index: number): boolean {
  const [program = ""] = ancestors[index]?.command ?? [];
  return SHELLS.test(basename(program)) && isLauncher(ancestors[index + 1]);
}

function isLauncher(entry: Entry | undefined): boolean {
  return entry?.command.slice(0, 2).some((part) => LAUNCHERS.test(basename(part))) ?? false;
}

function readEntry(pid: number): Entry | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold anything, so fields are counted behind it: state, parent, … start time.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return null;
    return { pid, command, parent: Number(fields[1]), startedAt: fields[19] ?? "" };
  } catch {
    // It is gone, or there is no /proc.
    return null;
  }
}
