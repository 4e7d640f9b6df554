import { isIP } from "node:net";
import { AppError } from "@docsteward/contract/error";
import { createAddressMatcher } from "@docsteward/platform/address-ranges";
import { isPublicAddress } from "@docsteward/platform/public-address";
import type { Services } from "../context.ts";

const MAX_URL = 2_000;

/**
 * Which addresses the endpoints of this installation may have: those of the open internet over https, and the networks that
 * WEBHOOK_ALLOWED_NETWORKS names, over http, too.
 */
export function createAddressPolicy({ webhooks }: Pick<Services, "webhooks">, url: URL): (address: string) => boolean {
  const isInOwnNetwork = createAddressMatcher(webhooks.allowedNetworks);
  return (address) => isInOwnNetwork(address) || (url.protocol === "https:" && isPublicAddress(address));
}

/**
 * @returns the address as it will be used
 * @throws AppError `invalid_request` when it can never be delivered to. What its name stands for is looked at by each delivery
 */
export function requireEndpointUrl(services: Pick<Services, "webhooks">, text: string): string {
  const url = URL.canParse(text) && text.length <= MAX_URL ? new URL(text) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    throw refusal(`must be a web address of at most ${MAX_URL} characters, e.g. https://example.com/hooks`);
  }
  if (url.username || url.password)
    throw refusal("must not hold a user name or password: deliveries are signed instead");
  const hasOwnNetworks = services.webhooks.allowedNetworks.length > 0;
  if (url.protocol === "http:" && !hasOwnNetworks) {
    throw refusal("must begin with https://. http:// is only for networks in WEBHOOK_ALLOWED_NETWORKS");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if ((isIP(host) && !createAddressPolicy(services, url)(host)) || (host === "localhost" && !hasOwnNetworks)) {
    throw refusal(
      `must not be on this machine or in a private network, as ${host} is. WEBHOOK_ALLOWED_NETWORKS opens some`,
    );
  }
  url.hash = "";
  return url.href;
}

function refusal(message: string): AppError {
  return new AppError("invalid_request", `The address of a webhook ${message}.`, {
    details: [{ path: "url", message }],
  });
}
