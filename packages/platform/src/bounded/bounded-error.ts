/** What a task passed: its CPU time, its memory, the length of the queue; or its process ended by itself. */
export type BoundedReason = "cpu" | "memory" | "busy" | "crash";

/** A task that was ended because it passed a bound. The message is a sentence for people. */
export class BoundedError extends Error {
  override readonly name = "BoundedError";
  readonly reason: BoundedReason;
  /** The item that the task worked on, as it named it; null when it named none. */
  readonly item: string | null;

  constructor(message: string, about: { reason: BoundedReason; item: string | null }) {
    super(message);
    this.reason = about.reason;
    this.item = about.item;
  }
}
