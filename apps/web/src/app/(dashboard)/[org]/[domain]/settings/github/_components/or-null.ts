import { TRPCError } from "@trpc/server";
import { toAppError } from "../../../../../../../server/http/to-app-error.ts";

/** Waits for a procedure's answer; null for who has no right to it. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (toAppError(error instanceof TRPCError ? error.cause : error)?.code === "role_too_low") return null;
    throw error;
  }
}
