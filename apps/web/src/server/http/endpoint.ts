import { AppError } from "@docsteward/contract/error";
import type { Method, Operation } from "@docsteward/contract/operation";
import { isSignInOpen } from "../oauth-server.ts";
import { services } from "../services.ts";
import { problemResponse } from "./problem.ts";
import { requestIdOf } from "./request-headers.ts";
import { apiHeaders, corsHeaders, preflightHeaders, type Readers } from "./response-headers.ts";

type Answered = Method | "HEAD" | "OPTIONS" | "PUT" | "PATCH" | "DELETE";

/**
 * All the methods of one path: the given ones, HEAD where there is a GET, OPTIONS, and 405 with `Allow` for the rest.
 *
 * Where an assistant key opens the operation, a browser's preflight is answered for the websites that the site's keys list.
 *
 * @param handlers one handler a method, each made by `handle`
 * @param options.websites `any` for a path without an operation whose answers every website may read
 */
export function endpoint(
  handlers: Partial<Record<Method, RouteHandler & { operation?: Operation }>>,
  { websites }: { websites?: "any" } = {},
): Record<Answered, RouteHandler> {
  const forBrowsers = Object.values(handlers).find(({ operation }) => operation?.auth === "assistant")?.operation;
  const signedIn = Object.values(handlers).find(({ operation }) => operation?.signIn === "token")?.operation;
  const readersOf = async (path: Record<string, unknown> = {}): Promise<Readers> => ({
    domain: path.domain,
    websites:
      signedIn && (await isSignInOpen(services(), signedIn, path)) ? "any" : (websites ?? forBrowsers?.websites),
  });
  const isForBrowsers = forBrowsers !== undefined || signedIn !== undefined || websites !== undefined;
  const allow = [...(handlers.GET ? ["GET", "HEAD"] : []), ...(handlers.POST ? ["POST"] : []), "OPTIONS"].join(", ");
  const refuse: RouteHandler = async (request, { params }) => {
    const requestId = requestIdOf(request);
    const sentence = `${request.method} isn't supported here. Use ${allow}.`;
    try {
      const cors = isForBrowsers ? await corsHeaders(services(), request, await readersOf(await params)) : {};
      return problemResponse(new AppError("method_not_allowed", sentence), requestId, { ...cors, Allow: allow });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  const options: RouteHandler = async (request, { params }) => {
    const requestId = requestIdOf(request);
    try {
      const readers = { ...(await readersOf(await params)), methods: allow };
      const cors = isForBrowsers ? await preflightHeaders(services(), request, readers) : {};
      return new Response(null, { status: 204, headers: { ...apiHeaders(requestId), ...cors, Allow: allow } });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  const { GET = refuse, POST = refuse } = handlers;
  const refuseRead = drainRequestBody(refuse);
  return {
    GET,
    POST: drainRequestBody(POST),
    HEAD: handlers.GET ? headOf(handlers.GET) : refuse,
    OPTIONS: drainRequestBody(options),
    PUT: refuseRead,
    PATCH: refuseRead,
    DELETE: refuseRead,
  };
}

function headOf(get: RouteHandler): RouteHandler {
  return async (request, context) => {
    const response = await get(request, context);
    await response.body?.cancel();
    return new Response(null, response);
  };
}

const notFound = drainRequestBody(async (request) => {
  const { pathname } = new URL(request.url);
  const sentence = `No operation found at ${pathname.slice(0, 200)}. Check the URL and its version.`;
  return problemResponse(new AppError("not_found", sentence), requestIdOf(request));
});

const bare: RouteHandler = async (request, context) => new Response(null, await notFound(request, context));

/** Answers every method at an API address that no operation has. */
export const unknownRoute = {
  GET: notFound,
  HEAD: bare,
  OPTIONS: notFound,
  POST: notFound,
  PUT: notFound,
  PATCH: notFound,
  DELETE: notFound,
};

/** Far above any body that is taken: who sends more is not waited for. */
const MOST_BYTES = 10_000_000;
/** Long enough for a caller on a busy machine, and well within the time that a whole request may take. */
const LONGEST_MS = 10_000;

/**
 * The same answers, each given when the whole request has come, whether or not the handler wanted its body: what it left is read
 * and dropped. A connection that is closed while its caller still sends is reset, and a reset throws away the answer on its way:
 * the refused caller would never learn why.
 */
export function drainRequestBody(handler: RouteHandler): RouteHandler {
  return async (request, context) => {
    const response = await handler(request, context);
    await dropRest(request);
    return response;
  };
}

async function dropRest({ body }: Request): Promise<void> {
  if (body === null || body.locked) return;
  const reader = body.getReader();
  const late = setTimeout(() => void reader.cancel().catch(() => undefined), LONGEST_MS);
  try {
    for (let sizeBytes = 0; sizeBytes < MOST_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      sizeBytes += value.length;
    }
  } catch {
    // The caller is gone: no client waits for the answer.
  } finally {
    clearTimeout(late);
  }
}

/** Next's own shape of a route handler. */
export type RouteHandler = (
  request: Request,
  /** Next leaves the parameters undefined at an address that has none. */
  context: { params: Promise<Record<string, string | string[] | undefined> | undefined> | undefined },
) => Promise<Response>;
