import { createAddressMatcher } from "./address-ranges.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * What addresses that people of an organization choose may lead to: the open internet over https, and the networks that the operator
 * names, over http, too.
 */
export function createNetworkPolicy(ownNetworks: readonly string[]): (address: string, url: URL) => boolean {
  const isInOwnNetwork = createAddressMatcher(ownNetworks);
  return (address, url) => isInOwnNetwork(address) || (url.protocol === "https:" && isPublicAddress(address));
}
