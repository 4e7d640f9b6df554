import { GitError } from "../error.ts";

/**
 * GitHub has understood a request and said no. Who asked knows best what that means to people; where nobody has a better name for
 * it, it ends a job in GitHub's own words.
 */
export class GitHubRefusal extends GitError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof GitError && "said" in value;
  }

  readonly status: number;
  /** GitHub's own sentence. */
  readonly said: string;
  /** What it says besides, field by field. */
  readonly errors: readonly string[];

  constructor({ status, said, errors }: { status: number; said: string; errors: readonly string[] }) {
    super("push_refused", `GitHub rejected the job's request: ${[said, ...errors].join("; ")} (${status}).`);
    this.status = status;
    this.said = said;
    this.errors = errors;
  }

  /** Whether one of its sentences has these words. */
  says(words: RegExp): boolean {
    return [this.said, ...this.errors].some((text) => words.test(text));
  }
}
