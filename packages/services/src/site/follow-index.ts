import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceContext } from "../context.ts";
import { getIndex, type IndexState } from "./get-index.ts";

const POLL_MS = 250;

/** Follows a run until it rests: gives the state whenever it has changed, the last one at rest. */
export async function* followIndex(
  ctx: ServiceContext,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<IndexState> {
  let told = "";
  while (!signal.aborted) {
    const state = await getIndex(ctx);
    const text = JSON.stringify(state);
    if (text !== told) yield state;
    told = text;
    if (state.progress === null) return;
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
