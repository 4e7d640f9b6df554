import type { HostileTenant } from "../hostile-tenant.ts";

/** One thing that a hostile tenant, or a stranger, sends. */
export type HostileInput = {
  /** What it is and for whom, e.g. `page: open comments`. */
  name: string;
  /** What the sender pays for it: bytes sent, or bytes of git objects. */
  bytes: number;
  /** Sends it and waits for what comes of it. @returns what came, in a few characters */
  send(tenant: HostileTenant, signal: AbortSignal): Promise<string>;
};
