import { handleProviderCallback } from "@docsteward/services/sign-in/with-provider";
import { services } from "#server/services.ts";

/** Where providers send people back to: the only endpoint of better-auth that is open to the network. */
export function GET(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  return handleProviderCallback(services(), { path: `${pathname}${search}`, headers: request.headers });
}
