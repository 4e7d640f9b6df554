import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { takeLink } from "../link/take.ts";
import { clientAddressOf } from "./client-address-of.ts";
import { startSession } from "./start-session.ts";

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/;

/**
 * Signs the demo's account in by the link that the demo printed.
 *
 * @returns the cookies to answer with
 * @throws AppError `not_found` from another machine or for a link that was used
 */
export async function signInByDemoLink(
  services: Services,
  { token, headers }: { token: string; headers: Headers },
): Promise<string[]> {
  const isHere = LOOPBACK.test(clientAddressOf(headers));
  const link = isHere ? await takeLink(services.db, services, { purpose: "demo", token }) : null;
  if (!link?.userId) {
    throw new AppError(
      "not_found",
      "This link works once, and only on the machine that runs the demo. Restart the demo to get a new one.",
    );
  }
  return startSession(services, { userId: link.userId, headers });
}
