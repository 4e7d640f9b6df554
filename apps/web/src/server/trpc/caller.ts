import { TRPCError } from "@trpc/server";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { toAppError } from "../http/problem.ts";
import { PATH_HEADER } from "../http/request-headers.ts";
import { services } from "../services.ts";
import { createTrpcContext } from "./context.ts";
import { createCallerFactory } from "./init.ts";
import { appRouter } from "./root.ts";

const createCaller = createCallerFactory(appRouter);

const context = cache(async () => {
  const sent = new Headers(await headers());
  return createTrpcContext({ services: services(), requestId: sent.get("x-request-id") ?? "", headers: sent });
});

/** The procedures, for server components of public pages: called in this process. */
export const publicApi = cache(async () => {
  const own = await context();
  // The digest is all that Next lets the error page know: this one finds the request in the log.
  return createCaller(own, { onError: ({ error }) => Object.assign(error, { digest: own.requestId }) });
});

/** The procedures, for server components of the dashboard; who is not signed in is sent to do so, and back afterwards. */
export const api = cache(async () => {
  const { signedIn, headers: sent } = await context();
  if ((await signedIn()) === null) {
    const path = sent.get(PATH_HEADER) ?? "/";
    redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
  }
  return publicApi();
});

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

/** Waits for a procedure's answer; null for who has no right to it. */
export async function orNullWithoutPermission<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (toAppError(error instanceof TRPCError ? error.cause : error)?.code === "role_too_low") return null;
    throw error;
  }
}

/** Waits for a procedure's answer; null while what it needs is not there yet. */
export async function orNullWhileUnavailable<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (toAppError(error instanceof TRPCError ? error.cause : error)?.code === "unavailable") return null;
    throw error;
  }
}

/** Says in plain words, where no page of ours is around it, why a way back from GitHub ends here. @throws what is a bug */
export function plainTextProblem(error: unknown): Response {
  const known = toAppError(error instanceof TRPCError ? error.cause : error);
  if (known === null) throw error;
  return new Response(`${known.message}\n`, { status: 409, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
