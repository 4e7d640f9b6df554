import type { SystemContext } from "@docsteward/services/context";

const KEY = Symbol.for("docsteward.web.services");
const held = globalThis as { [KEY]?: SystemContext };

/**
 * The services of this process, which `main.ts` opened.
 *
 * They hang on the process and not on this module, since Next bundles a copy of it: what opens a database stays out of that
 * bundle, and a build opens nothing.
 */
export function services(): SystemContext {
  const opened = held[KEY];
  if (opened === undefined) throw new Error("No services are open: the web app is started through src/main.ts");
  return opened;
}

/** Makes every request of this process use these services. */
export function provideServices(opened: SystemContext): void {
  held[KEY] = opened;
}
