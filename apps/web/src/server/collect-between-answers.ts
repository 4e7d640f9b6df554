import type { ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { getHeapSpaceStatistics } from "node:v8";
import { collectGarbage } from "@docsteward/platform/give-back-memory";

/** An answer leaves one to two megabytes behind. V8 collects by itself at two to four times this. */
const WORTH_BYTES = 12_000_000;
/** Requests that follow each other, as a page's do, are not held up between. */
const PAUSE_MS = 3;
/** One that is under way for longer is a stream: collections don't wait for it, because there may always be one. */
const LONG_MS = 1_000;
/** V8 calls them so. Large objects have a space of their own. */
const YOUNG_SPACES = ["new_space", "new_large_object_space"];

type CollectAfter = (response: ServerResponse, isElsewhere: boolean) => void;

/**
 * Collects garbage between answers instead of during them. V8 does so when its space for young objects is full, which is in the middle
 * of an answer, and has to copy what that answer still uses: 10 to 30 ms. When nothing is under way it takes 3 to 5 ms. A process that
 * always has something under way leaves it to V8.
 *
 * @returns what to call with each response as its request begins. One that another process answers is not waited for
 */
export function collectBetweenAnswers(): CollectAfter {
  /** When each began. */
  const open = new Map<ServerResponse, number>();
  let timer: NodeJS.Timeout | undefined;
  /** Bytes of buffers after the last collection. They lie outside the heap and go with their young objects. */
  let buffersBefore = 0;

  const look = () => {
    timer = undefined;
    const nowMs = performance.now();
    for (const beganMs of open.values()) if (nowMs - beganMs < LONG_MS) return;
    if (youngBytes() + bufferBytes() - buffersBefore < WORTH_BYTES) return;
    collectGarbage({ type: "minor" });
    buffersBefore = bufferBytes();
  };
  return (response, isElsewhere) => {
    if (!isElsewhere) open.set(response, performance.now());
    response.once("close", () => {
      open.delete(response);
      if (timer === undefined) timer = setTimeout(look, PAUSE_MS).unref();
    });
  };
}

function youngBytes(): number {
  let bytes = 0;
  for (const { space_name, space_used_size } of getHeapSpaceStatistics())
    if (YOUNG_SPACES.includes(space_name)) bytes += space_used_size;
  return bytes;
}

const bufferBytes = () => process.memoryUsage().arrayBuffers;
