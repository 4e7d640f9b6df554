import { createNetworkPolicy } from "@docsteward/platform/network-policy";
import type { Services } from "../context.ts";
import { requireOutsideUrl } from "../outside-url.ts";

/** Which addresses the endpoints of this installation may have, over the protocol of `url`. */
export function createAddressPolicy({ webhooks }: Pick<Services, "webhooks">, url: URL): (address: string) => boolean {
  const isAllowed = createNetworkPolicy(webhooks.allowedNetworks);
  return (address) => isAllowed(address, url);
}

/**
 * @returns the address as it will be used
 * @throws AppError `invalid_request` when it can never be delivered to. What its name stands for is looked at by each delivery
 */
export function requireEndpointUrl({ webhooks }: Pick<Services, "webhooks">, text: string): string {
  return requireOutsideUrl({
    text,
    subject: "A webhook's URL",
    example: "https://example.com/hooks",
    withoutPassword: "webhook deliveries are signed instead",
    networks: webhooks.allowedNetworks,
    variable: "WEBHOOK_ALLOWED_NETWORKS",
    path: "url",
  });
}
