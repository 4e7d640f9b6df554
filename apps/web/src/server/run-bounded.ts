import { type BoundedPool, boundedPool } from "@docsteward/platform/bounded/bounded-pool";
import { env } from "@docsteward/platform/env";
import { siblingModule } from "@docsteward/platform/sibling-module";

type Held = { pool: BoundedPool; url: string };

const KEY = Symbol.for("docsteward.web.bounded");
const held = globalThis as { [KEY]?: Held };

/** Lets every copy of this module use the pool of the process, and the sources as they lie: Next's bundle knows neither. */
export function provideBoundedPool(): void {
  held[KEY] = here();
}

/**
 * Runs a function of a module of this folder in another process, with a bound on its CPU time and memory: what reads text from
 * repositories never holds up the requests of others. Input and output are copied.
 *
 * @param task.module relative to this folder, without its ending, e.g. `preview/render-preview`; Node runs the source file directly
 * @throws BoundedError, by its name: the bundle has its own copy of the class
 */
export function runBounded<Output>(
  task: { module: string; name: string },
  input: unknown,
  { cpuSeconds = env().PAGE_CPU_SECONDS } = {},
): Promise<Output> {
  const { pool, url } = held[KEY] ?? here();
  return pool.run({ ...task, module: siblingModule(url, task.module) }, input, { cpuSeconds });
}

const here = (): Held => ({ pool: boundedPool(), url: import.meta.url });
