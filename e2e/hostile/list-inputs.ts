import type { HostileInput } from "./inputs/input.ts";
import { hostilePages } from "./inputs/pages.ts";
import { hostileRawRequests } from "./inputs/raw-requests.ts";
import { hostileRepositories } from "./inputs/repositories.ts";
import { hostileRequests } from "./inputs/requests.ts";
import { hostileServers } from "./inputs/servers.ts";

/** Everything that the hostile tenant sends, in turns of each kind: a run that is short for time has tried some of all. */
export function listInputs(): HostileInput[] {
  const kinds = [hostilePages(), hostileRepositories(), hostileRequests(), hostileRawRequests(), hostileServers()];
  const most = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => kinds.flatMap((inputs) => inputs.slice(index, index + 1))).flat();
}
