import { setTimeout as sleep } from "node:timers/promises";
import { GitError } from "../error.ts";

const TRIES = 4;
const FIRST_WAIT_MS = 300;

/**
 * Does work again that an outage at the other end has stopped, each time after a longer while. Only for what may be done twice.
 *
 * @throws what the last try ended with
 */
export async function againAfterOutage<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GitError) || error.code !== "unavailable" || tries === TRIES) throw error;
      await sleep(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}
