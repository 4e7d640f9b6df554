import { readFileSync, readlinkSync } from "node:fs";

let own: string | null | undefined;

/**
 * Names this process so that no other one on any machine has its name: the start of the machine, the namespace of process ids, the id
 * and when it began, with blanks between.
 *
 * @returns null where the system does not tell
 */
export function ownProcess(): string | null {
  if (own !== undefined) return own;
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const { startedAt } = readProcess(process.pid) ?? {};
    own = startedAt ? `${boot} ${readlinkSync("/proc/self/ns/pid")} ${process.pid} ${startedAt}` : null;
  } catch {
    // Not Linux, or a system that hides it.
    own = null;
  }
  return own;
}

/**
 * Whether a process surely does no work: it is gone, or something stopped it (SIGSTOP). False for one of another machine or container, of
 * which nothing can be said here.
 */
export function isAway(name: string): boolean {
  const [boot, namespace, pid = "", startedAt] = name.split(" ");
  const [ownBoot, ownNamespace] = ownProcess()?.split(" ") ?? [];
  if (ownBoot === undefined || boot !== ownBoot || namespace !== ownNamespace || !/^\d{1,10}$/.test(pid)) return false;
  const found = readProcess(Number(pid));
  return found === null || found.startedAt !== startedAt || AWAY.has(found.state);
}

/** Dead, and not yet waited for; stopped. */
const AWAY: ReadonlySet<string> = new Set(["Z", "X", "T"]);

/** Null when there is none. */
function readProcess(pid: number): { startedAt: string; state: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the name of the program, in which anything may stand.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { startedAt: fields[19] ?? "", state: fields[0] ?? "" };
  } catch {
    return null;
  }
}
