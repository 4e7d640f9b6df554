import { createRandom } from "./create-random.ts";

export const STRIKE_KINDS = [
  "kill a worker",
  "kill web",
  "kill PostgreSQL",
  "kill every worker",
  "stop a worker in order",
  "freeze a worker",
  "kill everything",
] as const;

export type StrikeKind = (typeof STRIKE_KINDS)[number];

/** `worker` chooses among those that run at that time. */
export type StrikePlan = { atMs: number; kind: StrikeKind; worker: number };

/** How often each happens among eleven strikes. */
const BAG: readonly StrikeKind[] = [
  ...Array<StrikeKind>(3).fill("kill a worker"),
  ...Array<StrikeKind>(2).fill("kill web"),
  ...Array<StrikeKind>(2).fill("kill PostgreSQL"),
  ...Array<StrikeKind>(2).fill("stop a worker in order"),
  "kill every worker",
  "freeze a worker",
];

/**
 * When what is struck: every two to four seconds, all kinds mixed by the seed, and once everything at the same time.
 *
 * @param seconds how long it goes on
 */
export function planStrikes(seed: string, seconds: number): StrikePlan[] {
  const random = createRandom(`${seed}/strikes`);
  const strikes: StrikePlan[] = [];
  const kinds: StrikeKind[] = random.shuffle(BAG);
  kinds.splice(random.between(3, 6), 0, "kill everything");
  for (let atMs = random.between(2_000, 4_000); atMs < seconds * 1_000; atMs += random.between(2_000, 4_000)) {
    if (kinds.length === 0) kinds.push(...random.shuffle(BAG));
    const kind = kinds.shift();
    if (kind) strikes.push({ atMs, kind, worker: random.between(0, 99) });
  }
  return strikes;
}
