/** A process that runs, whoever started it. */
export type Running = {
  readonly pid: number;
  /** Settles when it can do its work; never, when it ends before. */
  readonly ready: Promise<void>;
  /** Settles when the process is gone; the text says how it ended, e.g. `exit code 1`. */
  readonly exited: Promise<string>;
  /** Ends it in an orderly way and returns when it is gone. */
  stop(): Promise<void>;
  /** Ends it now, without waiting. */
  kill(): void;
};
