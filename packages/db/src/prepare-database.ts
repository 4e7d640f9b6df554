import { migrate } from "./migrate.ts";
import { installQueues } from "./queue.ts";

/**
 * Brings tables and queues to the state this version expects. Several processes may call it at once; each returns when
 * everything is in place.
 *
 * @returns the names of the migrations applied now
 */
export async function prepareDatabase(url: string): Promise<string[]> {
  const applied = await migrate(url);
  await installQueues(url);
  return applied;
}
