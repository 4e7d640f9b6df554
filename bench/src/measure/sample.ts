import { setTimeout as sleep } from "node:timers/promises";

/** Takes readings until some work ends. @returns the readings, at least one */
export async function sampleDuring<T>(work: Promise<unknown>, everyMs: number, read: () => Promise<T>): Promise<T[]> {
  const readings: T[] = [];
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  // A failure is thrown below, not in the middle of a reading.
  ended.catch(() => undefined);
  do {
    readings.push(await read());
    await sleep(everyMs);
  } while (!isOver);
  await ended;
  return readings;
}
