/** Where times come from, so that tests can set them. */
export type Clock = {
  now(): Date;
};

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export function fixedClock(start: Date | string): Clock & { advance(ms: number): void } {
  let nowMs = new Date(start).getTime();
  return {
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
