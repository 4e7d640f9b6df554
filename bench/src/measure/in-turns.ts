/**
 * Measures several things in turns (A B C A B C …), so that a slow spell of the machine falls on all of them.
 *
 * @param rounds how often each is measured; one more at the beginning warms up and is thrown away
 * @param measures each returns one measurement of a round
 * @returns every measurement by name, in order
 */
export async function inTurns<Name extends string, Value>(
  rounds: number,
  measures: Record<Name, (round: number) => Promise<Value>>,
  onRound: (round: number) => void,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measures) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round <= rounds; round += 1) {
    onRound(round);
    for (const name of names) {
      const value = await measures[name](round);
      if (round > 0) taken[name].push(value);
    }
  }
  return taken;
}
