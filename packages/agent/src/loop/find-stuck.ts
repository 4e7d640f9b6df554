import type { FinishedCall } from "../read-journal.ts";

const SAME_RESULT = 4;
const SAME_ERROR = 3;
const PING_PONG = 6;

/**
 * Says why an agent that repeats itself is stuck, or null when it is getting on.
 *
 * Stuck is: the same call with the same result four times running, the same error three times running, or two calls in turn
 * for six steps.
 */
export function findStuck(calls: readonly FinishedCall[]): string | null {
  const recent = calls.slice(-PING_PONG);
  const keys = recent.map(({ call, entry }) => JSON.stringify([call.toolName, call.input, entry.output]));
  if (isRepeated(keys, SAME_RESULT))
    return `made the same ${calls.at(-1)?.call.toolName} call ${SAME_RESULT} times with the same result`;

  const errors = recent.map(({ call, entry }) =>
    entry.isError ? JSON.stringify([call.toolName, entry.output]) : null,
  );
  if (errors.at(-1) !== null && isRepeated(errors, SAME_ERROR)) return `got the same error ${SAME_ERROR} times`;

  const tail = keys.slice(-PING_PONG);
  const alternates = tail.length === PING_PONG && tail.every((key, index) => key === tail[index % 2]);
  return alternates ? `alternated between the same two calls for ${PING_PONG} steps` : null;
}

function isRepeated(keys: readonly (string | null)[], times: number): boolean {
  const tail = keys.slice(-times);
  return tail.length === times && tail.every((key) => key === tail[0]);
}
