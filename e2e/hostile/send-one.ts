import type { HostileTenant } from "./hostile-tenant.ts";
import type { HostileInput } from "./inputs/input.ts";

const LONGEST_INPUT_MS = 20_000;

/** @returns what came of it; an input that outlives its time is left to what it does to the service */
export async function sendOne(tenant: HostileTenant, input: HostileInput, signal: AbortSignal): Promise<string> {
  const late = AbortSignal.timeout(LONGEST_INPUT_MS);
  try {
    return await input.send(tenant, AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return `nothing within ${LONGEST_INPUT_MS / 1_000} s`;
    return `failed: ${(error as Error).message.split("\n", 1)[0]?.slice(0, 80)}`;
  }
}
