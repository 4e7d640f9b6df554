import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";

/**
 * Gives way to others: a main thread with its whole process, another thread on Linux by itself. What it starts follows. The step counts
 * from the present priority, because only root may go back up: a service that was started with a low priority keeps it.
 *
 * @param step by how much; 19 is the lowest there is
 */
export function lowerPriority(step: number): void {
  const priority = priorityBelow(step);
  setPriority(priority);
  // Another thread speaks for itself alone.
  if (!isMainThread) return;
  setThreadsPriority(process.pid, priority);
  if (isSessionLeader()) setSessionPriority(process.pid, priority);
}

/** Lets a process that was just started in a session of its own give way to others. */
export function lowerPriorityOf(pid: number | undefined, step: number): void {
  if (pid === undefined) return;
  const priority = priorityBelow(step);
  try {
    setPriority(pid, priority);
  } catch {
    // It has ended already.
  }
  setThreadsPriority(pid, priority);
  setSessionPriority(pid, priority);
}

/** Gives the present priority to a process that was started in a session of its own. Call it for each `detached` child. */
export function sharePriority(pid: number | undefined): void {
  const priority = getPriority();
  if (pid !== undefined && priority > 0) setSessionPriority(pid, priority);
}

function priorityBelow(step: number): number {
  return Math.min(getPriority() + step, constants.priority.PRIORITY_LOW);
}

/**
 * Lowers the threads that a process has already: on Linux each has a priority of its own, and those that collect garbage and compile
 * start before any code of ours.
 */
function setThreadsPriority(pid: number, priority: number): void {
  for (const thread of threadsOf(pid)) {
    try {
      if (getPriority(thread) < priority) setPriority(thread, priority);
    } catch {
      // It has ended already.
    }
  }
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return []; // Not on this system, or the process is gone.
  }
}

/** Linux weighs sessions against each other, and priorities only inside a session: one with a low priority counts as much as the others. */
function setSessionPriority(pid: number, priority: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // Not on this system, the process is gone, or there were too many such calls: Linux takes ten a second from an ordinary user.
  }
}

function isSessionLeader(): boolean {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // The name in brackets may contain anything; state, parent, group and session follow it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ", 4)[3]) === process.pid;
  } catch {
    return false;
  }
}
