import { AppError } from "@docsteward/contract/error";

export type Slots = {
  /**
   * Runs work of an owner while there is room.
   *
   * @param what names the work in the refusal: "model tests"
   * @throws AppError `rate_limited` when the owner, or the process, has enough of them running; what `work` throws
   */
  hold<T>(owner: string, what: string, work: () => Promise<T>): Promise<T>;
};

const RETRY_AFTER_SECONDS = 10;

/** Bounds how many calls that people start by hand wait for servers elsewhere at a time, in this process. */
export function createSlots({ perOwner, perProcess }: { perOwner: number; perProcess: number }): Slots {
  const running = new Map<string, number>();
  let total = 0;
  return {
    async hold(owner, what, work) {
      const own = running.get(owner) ?? 0;
      if (own >= perOwner || total >= perProcess) {
        throw new AppError("rate_limited", `Too many ${what} are running. Wait until one ends, then try again.`, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      running.set(owner, own + 1);
      total += 1;
      try {
        return await work();
      } finally {
        total -= 1;
        const left = (running.get(owner) ?? 1) - 1;
        if (left === 0) running.delete(owner);
        else running.set(owner, left);
      }
    },
  };
}

/** For tests of a model server or a repository, and for questions asked again: each may take a minute and megabytes. */
export const outsideCalls = createSlots({ perOwner: 2, perProcess: 8 });
