/** What a check found. A check that is not made of test cases counts as one. */
export type Outcome = { passed: number; failed: number; output: string };

export type CheckContext = {
  signal: AbortSignal;
  /** A folder for reports and for what checks write to their temporary folder, removed at the end. */
  folder: string;
};

/** One thing that `pnpm test` makes sure of. */
export type Check = {
  name: string;
  /** Left out by `--fast`. */
  isSlow?: boolean;
  run(context: CheckContext): Promise<Outcome>;
};
