/** What the two sides of a bounded process send each other, and the memory that its watchdog shares. */

/** Limits of one task, as its process gets them. */
export type TaskLimits = {
  /** CPU time of one item. */
  itemMs: number;
  /** CPU time between two items, where a task names none. */
  restMs: number;
  /** CPU time of the whole task. */
  totalMs: number;
  maxBytes: number;
};

/** Messages from the pool to a task's process. */
export type ToProcess =
  /** Without a name the module is loaded, and no more. */
  | { type: "run"; module: string; name: string | null; input: unknown; limits: TaskLimits }
  | { type: "answer"; id: number; value: unknown }
  | { type: "refusal"; id: number; reason: string };

/** Messages from a task's process to the pool. */
export type FromProcess =
  | { type: "ready" }
  | { type: "ask"; id: number; name: string; question: unknown }
  | { type: "done"; value: unknown }
  | { type: "failed"; error: { name: string; message: string; stack?: string } };

/** The file behind this descriptor outlives the process: it says what the process worked on, and why it was ended. */
export const NOTES_FD = 4;
/** The first byte is why the watchdog ended the process. Behind it come the length of the item's name and the name. */
export const NOTES = { none: 0, cpu: 1, total: 2, memory: 3, nameAt: 1, lengthBytes: 2, maxName: 8_192 } as const;

/** Words of the shared memory. `task` is 0 between tasks, `item` counts the items, `isNamed` is 1 while one is named. */
export const WORD = { task: 0, item: 1, isNamed: 2 } as const;
const WORDS = 4;
const LIMITS = 4;

/** Memory that a task's process shares with its watchdog thread. */
export type WatchedMemory = { words: Int32Array<SharedArrayBuffer>; limits: Float64Array<SharedArrayBuffer> };

export const makeWatchedMemory = () => new SharedArrayBuffer(WORDS * 4 + LIMITS * 8);

export function viewWatchedMemory(memory: SharedArrayBuffer): WatchedMemory {
  return { words: new Int32Array(memory, 0, WORDS), limits: new Float64Array(memory, WORDS * 4, LIMITS) };
}
