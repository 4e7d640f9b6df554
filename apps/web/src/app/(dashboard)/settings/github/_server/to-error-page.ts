import { TRPCError } from "@trpc/server";
import { toAppError } from "../../../../../server/http/to-app-error.ts";

/** Says in plain words, where no page of ours is around it, why a way back from GitHub ends here. @throws what is a bug */
export function toErrorPage(error: unknown): Response {
  const told = toAppError(error instanceof TRPCError ? error.cause : error);
  if (told === null) throw error;
  return new Response(`${told.message}\n`, { status: 409, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
