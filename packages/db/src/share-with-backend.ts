import { readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { lowerPriorityOf } from "@docsteward/platform/priority";
import type pg from "pg";

/**
 * Gives the process that serves a connection the priority of this one, where both run on this machine: a worker that gives way would
 * otherwise have its statements run before what readers wait for.
 */
export function shareWithBackend(client: pg.ClientBase): void {
  if (getPriority() <= constants.priority.PRIORITY_NORMAL) return;
  const { processID, connection } = client as pg.ClientBase & Backend;
  const port = connection?.stream?.localPort;
  if (processID && port !== undefined && serves(processID, port)) lowerPriorityOf(processID, 0);
}

/** Fields of the driver that its types do not know. */
type Backend = { processID?: number | null; connection?: { stream?: { localPort?: number } } };

/** Whether a process of this machine is the one that PostgreSQL started for our end of a connection: its title names that. */
function serves(pid: number, port: number): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, "latin1");
    return title.startsWith("postgres: ") && title.includes(`(${port}) `);
  } catch {
    // Another system, or a database on another machine.
    return false;
  }
}
