import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";
import { toAppError } from "../http/to-app-error.ts";

/** Waits for a procedure's answer; one that says `not_found` becomes the not-found page. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : error;
    if (toAppError(cause)?.code === "not_found") notFound();
    throw error;
  }
}
