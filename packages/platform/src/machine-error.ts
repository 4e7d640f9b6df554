/** This machine failed, and not the work: its disk, its file handles, or a program that can't be started. */
export class MachineError extends Error {
  override readonly name = "MachineError";
}

/** What the system says of itself. Memory is not among them: a hostile repository can ask for any amount. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EMFILE: "the process has too many open files",
  ENFILE: "the system has too many open files",
  EIO: "the disk reports an input or output error",
};

/** SQLite's codes (their low byte) for the same; locks are files of SQLite. */
const SQLITE_FAULTS: Readonly<Record<number, string>> = {
  8: "the file system is read-only",
  10: "the disk reports an input or output error",
  13: "the disk is full",
  14: "a file can't be opened",
};

/** The same as programs print them, in the C locale. */
const SENTENCES: readonly (readonly [sentence: string, code: string])[] = [
  ["No space left on device", "ENOSPC"],
  ["Disk quota exceeded", "EDQUOT"],
  ["Read-only file system", "EROFS"],
  ["Too many open files in system", "ENFILE"],
  ["Too many open files", "EMFILE"],
  ["Input/output error", "EIO"],
];

const MAX_DEPTH = 8;

type Known = {
  code?: unknown;
  syscall?: unknown;
  path?: unknown;
  errcode?: unknown;
  message?: unknown;
  cause?: unknown;
};

/**
 * Finds the fault of this machine behind an error.
 *
 * @param options.dataDir a folder that this service must be able to write: a refusal there is a fault, too
 * @returns what is wrong, as the end of a sentence; null when the error has another reason
 */
export function findMachineFault(error: unknown, { dataDir }: { dataDir: string }): string | null {
  for (let depth = 0, current = error; depth < MAX_DEPTH; depth += 1) {
    if (typeof current !== "object" || current === null) return null;
    if (current instanceof MachineError) return current.message;
    const known = current as Known;
    const fault = faultOfSystem(known, dataDir) ?? faultOfLock(known);
    if (fault !== null) return fault;
    current = known.cause;
  }
  return null;
}

function faultOfSystem({ code, syscall, path }: Known, dataDir: string): string | null {
  if (typeof code !== "string") return null;
  // The words of a call come from the work: too many of them are not this machine's fault.
  if (code === "E2BIG") return null;
  if (typeof syscall === "string" && syscall.startsWith("spawn")) return `a program can't be started (${code})`;
  // Node says so of a folder that it makes with its parents, whatever the system said: a read-only file system, a quota, the disk.
  const isHidden = code === "ENOENT" && syscall === "mkdir";
  const isOurs = typeof path === "string" && path.startsWith(dataDir);
  if (isOurs && (code === "EACCES" || code === "EPERM" || isHidden)) return "the data folder can't be written";
  return FAULTS[code] ?? null;
}

function faultOfLock({ code, errcode }: Known): string | null {
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return null;
  return SQLITE_FAULTS[errcode & 0xff] ?? null;
}

/**
 * Finds a fault of this machine in what a program printed: programs end a line with what the system said. Anywhere else, the words
 * are of what the program quotes, such as a pattern or a path, and those are other people's.
 *
 * @returns the end of a sentence; null when there is none
 */
export function findFaultInText(text: string): string | null {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const code = SENTENCES.find(([sentence]) => lines.some((line) => line.endsWith(`: ${sentence}`)))?.[1];
  return code === undefined ? null : (FAULTS[code] ?? null);
}
