import { AppError } from "@docsteward/contract/error";

/** Bounds how much work runs concurrently, per owner and in this process. */
export type Slots = {
  /**
   * Runs work of an owner while there is room.
   *
   * @param what names the work in the refusal: "model tests"
   * @throws AppError `rate_limited` when the owner, or the process, has enough of them running; what `work` throws
   */
  hold<T>(owner: string, what: string, work: () => Promise<T>): Promise<T>;
  /**
   * Takes a place for work that ends elsewhere.
   *
   * @returns gives the place back; called again it does nothing
   * @throws AppError like `hold`
   */
  take(owner: string, what: string): () => void;
};

const RETRY_AFTER_SECONDS = 10;

/** Bounds how many calls that people start by hand wait for servers elsewhere at a time, in this process. */
export function createSlots({ perOwner, perProcess }: { perOwner: number; perProcess: number }): Slots {
  const running = new Map<string, number>();
  let total = 0;
  const take: Slots["take"] = (owner, what) => {
    const own = running.get(owner) ?? 0;
    if (own >= perOwner || total >= perProcess) {
      const sentence = `Too many ${what} are running. Wait until one ends, then try again.`;
      throw new AppError("rate_limited", sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    running.set(owner, own + 1);
    total += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      total -= 1;
      const left = (running.get(owner) ?? 1) - 1;
      if (left === 0) running.delete(owner);
      else running.set(owner, left);
    };
  };
  return {
    take,
    async hold(owner, what, work) {
      const release = take(owner, what);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** For tests of a model server or a repository, and for questions asked again: each may take a minute and megabytes. */
export const outsideCalls = createSlots({ perOwner: 2, perProcess: 8 });

/**
 * For answers, each of which holds a model's stream and its pages for up to minutes. One organization cannot use up the process, whatever
 * its own model server sends and however many keys it has.
 */
export const openAnswers = createSlots({ perOwner: 100, perProcess: 400 });
