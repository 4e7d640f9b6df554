import { readFileSync } from "node:fs";

/**
 * How many processes the kernel of this machine has killed for memory since it was started, after the id of that start. Two of
 * these with the same id and different counts: the kernel killed a process in between.
 *
 * @returns null where the system does not tell
 */
export function readOomKills(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const kills = /^oom_kill (\d{1,15})$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1];
    return kills === undefined ? null : `${boot} ${kills}`;
  } catch {
    // Not Linux, or a system that hides it.
    return null;
  }
}

/** Whether the kernel killed a process for memory between two readings of one machine. */
export function hasKilledBetween(before: string | null, after: string | null): boolean {
  const [boot = "", kills = ""] = before?.split(" ") ?? [];
  const [sameBoot, laterKills = ""] = after?.split(" ") ?? [];
  return boot !== "" && boot === sameBoot && Number(laterKills) > Number(kills);
}
