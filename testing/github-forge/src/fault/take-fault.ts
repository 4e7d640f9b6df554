import type { State } from "../state.ts";
import type { Fault } from "./fault.ts";

/**
 * The fault that this call of a route meets, if any. Each fault counts the calls for itself.
 *
 * @param repository what the call is about, `owner/name`; null for one about none
 */
export function takeFault(state: State, at: string, repository: string | null): Fault | undefined {
  let taken: Fault | undefined;
  for (const fault of state.faults) {
    if (fault.at !== at && fault.at !== "*") continue;
    if (fault.repository !== undefined && fault.repository !== repository) continue;
    if ((fault.after ?? 0) > 0) {
      fault.after = (fault.after ?? 0) - 1;
    } else if (!taken && (fault.times ?? 1) > 0) {
      fault.times = (fault.times ?? 1) - 1;
      taken = fault;
    }
  }
  return taken;
}
