import { AppError } from "@docsteward/contract/error";
import type { Method, Operation } from "@docsteward/contract/operation";
import { services } from "../services.ts";
import { apiHeaders } from "./api-headers.ts";
import { corsHeaders } from "./cors-headers.ts";
import { preflightHeaders } from "./preflight-headers.ts";
import { problemResponse } from "./problem.ts";
import { readingWhole } from "./reading-whole.ts";
import { requestIdOf } from "./request-id.ts";
import type { RouteHandler } from "./route-handler.ts";

type Answered = Method | "HEAD" | "OPTIONS" | "PUT" | "PATCH" | "DELETE";

/**
 * All the methods of one path: the given ones, HEAD where there is a GET, OPTIONS, and 405 with `Allow` for the rest.
 *
 * Where an assistant key opens the operation, a browser's preflight is answered for the websites that the site's keys list.
 *
 * @param handlers one handler a method, each made by `handle`
 */
export function endpoint(
  handlers: Partial<Record<Method, RouteHandler & { operation?: Operation }>>,
): Record<Answered, RouteHandler> {
  const isForBrowsers = Object.values(handlers).some(({ operation }) => operation?.auth === "assistant");
  const allow = [...(handlers.GET ? ["GET", "HEAD"] : []), ...(handlers.POST ? ["POST"] : []), "OPTIONS"].join(", ");
  const refuse: RouteHandler = async (request, { params }) => {
    const requestId = requestIdOf(request);
    const sentence = `${request.method} isn't supported here. Use ${allow}.`;
    try {
      const cors = isForBrowsers ? await corsHeaders(services(), request, (await params).domain) : {};
      return problemResponse(new AppError("method_not_allowed", sentence), requestId, { ...cors, Allow: allow });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  const options: RouteHandler = async (request, { params }) => {
    const requestId = requestIdOf(request);
    try {
      const { domain } = await params;
      const cors = isForBrowsers ? await preflightHeaders(services(), request, { domain, methods: allow }) : {};
      return new Response(null, { status: 204, headers: { ...apiHeaders(requestId), ...cors, Allow: allow } });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
  const { GET = refuse, POST = refuse } = handlers;
  const refuseRead = readingWhole(refuse);
  return {
    GET,
    POST: readingWhole(POST),
    HEAD: handlers.GET ? headOf(handlers.GET) : refuse,
    OPTIONS: readingWhole(options),
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
