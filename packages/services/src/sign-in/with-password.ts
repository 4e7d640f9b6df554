import { AppError } from "@docsteward/contract/error";
import type { Services } from "../context.ts";
import { createSlots } from "../limit/slots.ts";
import { clientAddressOf } from "./client-address-of.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { rememberDevice } from "./device-cookie.ts";

/** A check takes a thread for a while: those of one network never hold all of them. */
const checks = createSlots({ perOwner: 20, perProcess: 60 });

/**
 * Signs somebody in by address and password.
 *
 * The answer does not tell an unknown address from a wrong password, in its words or in its time.
 *
 * @returns the cookies to answer with
 * @throws AppError `not_signed_in` when they do not fit, `rate_limited` after too many attempts
 */
export async function signInWithPassword(
  services: Services,
  { email, password, headers }: { email: string; password: string; headers: Headers },
): Promise<string[]> {
  const giveBack = await countAttempt(services, { email, headers });
  const { signInEmail } = (await services.auth()).api;
  try {
    const { headers: answer } = await checks.hold(networkOf(clientAddressOf(headers)), "sign-ins", () =>
      signInEmail({ body: { email, password }, headers, returnHeaders: true }),
    );
    await giveBack();
    return [...answer.getSetCookie(), ...rememberDevice(services, { email, headers })];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new AppError("not_signed_in", "The email address or password is wrong. Check both and try again.");
  }
}

/** better-auth's own error for what the caller sent; it is told by its shape since there may be two copies of its class. */
function isRefusal(error: unknown): boolean {
  const { name, statusCode = 500 } = error as { name?: string; statusCode?: number };
  return name === "APIError" && statusCode < 500;
}
