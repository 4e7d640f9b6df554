import type { Server } from "node:http";

/**
 * Stops taking requests and waits for the ones that run; those still running after `graceMs` are cut off.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(cut);
}
