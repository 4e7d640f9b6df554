/** What git is called with. Nothing of the process that calls it comes beside that. */
export type GitCommand = {
  args: readonly string[];
  env: Record<string, string>;
  /** Who git runs as; the user of this process unless told. */
  user?: GitUser | null;
  /** Memory that git may take for itself; what it maps of its packs does not count. */
  maxMegabytes?: number;
};

/** A user of this machine, without any further group. */
export type GitUser = { uid: number; gid: number };

export type GitEvents = {
  /** A promise that is returned holds git's output back until it settles. */
  onStdout(chunk: Buffer): Promise<void> | void;
  onStderr(chunk: Buffer): Promise<void> | void;
  /** Comes once and last, when nobody can write output any more: the exit code, -1 after a signal, or why there is no git. */
  onEnd(end: number | Error): void;
};

/** A git that runs, as the leader of a process group of its own. */
export type GitProcess = {
  /** Undefined where git could not be started, and before it is known. */
  readonly pid: number | undefined;
  write(bytes: string | Uint8Array): void;
  /** Says that no more input comes. */
  endInput(): void;
  /**
   * Ends the process group: politely, so that git takes its lock files away, then by force a second later.
   *
   * Does nothing once the output of the group has ended; until then a member may be left although git itself is gone.
   */
  stop(): void;
};

export type StartGit = (command: GitCommand, events: GitEvents) => GitProcess;
