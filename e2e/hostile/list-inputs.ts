import type { HostileInput } from "./inputs/input.ts";
import { hostilePages } from "./inputs/pages.ts";
import { hostileRepositories } from "./inputs/repositories.ts";
import { hostileRequests } from "./inputs/requests.ts";
import { hostileServers } from "./inputs/servers.ts";

/** Everything that the hostile tenant sends, what stops least first: an input that stops a process costs those after it time. */
export function listInputs(): HostileInput[] {
  return [...hostileRequests(), ...hostileServers(), ...hostilePages(), ...hostileRepositories()];
}
