import { formatZodIssue } from "@docsteward/contract/input-schema";
import { isFollowing, type Operation, takesBody } from "@docsteward/contract/operation";
import { currentSpan } from "@docsteward/platform/tracing";
import type { ProjectContext, SystemContext } from "@docsteward/services/context";
import { isRepeatedCall } from "@docsteward/services/job/idempotency";
import { countDeprecatedCall } from "@docsteward/services/key/deprecated-calls";
import { addressBlock } from "@docsteward/services/limit/rules";
import type { z } from "zod";
import { meters } from "../metrics.ts";
import { signInHeaders } from "../oauth-server.ts";
import { services } from "../services.ts";
import { endWithAccess } from "../watch-access.ts";
import { authenticateRequest } from "./authenticate.ts";
import type { RouteHandler } from "./endpoint.ts";
import { idempotencyKeyOf, Reply } from "./idempotency.ts";
import { createStreamLimit, withRateLimits } from "./limits.ts";
import { problemResponse } from "./problem.ts";
import { readJson } from "./request-body.ts";
import { requestIdOf } from "./request-headers.ts";
import { apiHeaders, corsHeaders, deprecationHeaders } from "./response-headers.ts";
import { jsonResponse, tableOf, tableResponse } from "./responses.ts";

/** What a verb of the public API is called with: everything has been checked. */
export type Call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  ctx: ProjectContext;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  idempotencyKey: string | undefined;
  requestId: string;
  request: Request;
};

type Verb<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  call: Call<P, Q, B>,
) => Promise<z.input<R> | Reply<z.input<R>> | Response>;

/** A route's handler that says what it handles. */
export type OperationHandler = RouteHandler & { operation: Operation };

/**
 * Joins an operation of the public API with its verb.
 *
 * The checks run in this order, and the first that fails is the answer: the key (401, 403), the project (404), the path, the
 * query (400), the body's type (415), size (413), text and fields (400), the `Idempotency-Key` (400), the limits (429), then the
 * verb's own rules. So a stranger learns nothing about bodies or projects, and only a request that could run is counted; one
 * that the verb then refuses or that fails is given back.
 *
 * @param verb returns what the operation's response schema describes; a `Response` passes unchanged
 */
export function handle<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
  verb: Verb<P, Q, B, R>,
): OperationHandler {
  const handler: RouteHandler = async (request, { params }) => {
    const startMs = performance.now();
    currentSpan().rename(`${operation.method} ${operation.path}`);
    currentSpan().set({ "http.route": operation.path });
    const path = (await params) ?? {};
    const response = await answer(operation, verb, request, path);
    const headers = {
      ...(await headersFor(services(), operation, request, path)),
      ...(await signInHeaders(services(), { operation, path, request, response })),
    };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    // A proxy that compresses a stream delays it. A stream whose clients expect another header sets it itself.
    const isUntouched = response.headers.get("Cache-Control")?.includes("no-transform");
    if (response.ok && operation.produces !== "json" && !isUntouched)
      response.headers.set("Cache-Control", "no-store, no-transform");
    const call = { operation: operation.id, status: response.status };
    meters().calls.observe(call, (performance.now() - startMs) / 1_000);
    return response;
  };
  return Object.assign(handler, { operation });
}

const openStreams = createStreamLimit();

async function answer<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
  verb: Verb<P, Q, B, R>,
  request: Request,
  path: Record<string, unknown>,
): Promise<Response> {
  const requestId = requestIdOf(request);
  let caller: ProjectContext | undefined;
  try {
    const ctx = await authenticateRequest(services(), request, operation, path);
    caller = ctx;
    if (operation.deprecated) countDeprecatedCall(ctx, { operation: operation.id });
    const call = { ctx, requestId, request, ...(await parse(operation, request, path, ctx)) };
    const { idempotencyKey } = call;
    const { idempotency } = operation;
    const isRepeat = async () =>
      idempotency !== null && isRepeatedCall(ctx, { operation: idempotency, idempotencyKey });
    const run = () =>
      withRateLimits(ctx, { names: operation.limits, requestId, isRepeat }, async () =>
        toResponse(operation, await verb(call), { request, requestId }),
      );
    // A slow reader of a whole site holds as much as a follower of a job.
    const response = await (isFollowing(operation) || operation.produces === "text"
      ? openStreams.hold(callerOf(ctx), run)
      : run());
    noteFailure(ctx, response);
    if (!response.ok || !operation.produces.endsWith("stream")) return response;
    const check = () => authenticateRequest(services(), request, operation, path, { isCounted: false });
    return endWithAccess(response, { check, notifier: ctx.notifier });
  } catch (error) {
    const response = problemResponse(error, requestId);
    if (caller !== undefined) noteFailure(caller, response);
    return response;
  }
}

/** Counts a request of a key that was refused or that failed. What the key itself does not allow is counted with its check. */
function noteFailure({ actor, keyUses, clock }: ProjectContext, { status }: Response): void {
  if (actor.kind === "key" && status >= 400) keyUses.noteError(actor.keyId, clock.now());
}

/** Who holds a stream: a key, or the address of a visitor. */
function callerOf({ actor }: ProjectContext): string {
  if (actor.kind === "key") return actor.keyId;
  return actor.kind === "visitor" ? addressBlock(actor.address ?? "") : "";
}

/** What every answer of an operation carries, refusals too. */
async function headersFor(
  opened: SystemContext,
  operation: Operation,
  request: Request,
  path: Record<string, unknown>,
): Promise<Record<string, string>> {
  const own = deprecationHeaders(opened, operation, path);
  if (operation.auth === "admin") return own;
  // A caller gets the error when the database is unavailable; missing CORS headers are not worth failing over.
  const cors = await corsHeaders(opened, request, { domain: path.domain, websites: operation.websites }).catch(() => ({
    Vary: "Origin",
  }));
  return { ...own, ...cors };
}

async function parse<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  operation: Operation<P, Q, B>,
  request: Request,
  path: Record<string, unknown>,
  ctx: ProjectContext,
) {
  const inWords = { error: formatZodIssue };
  const params = operation.params.parse(joinSegments(path), inWords);
  const query = operation.query.parse(Object.fromEntries(new URL(request.url).searchParams), inWords);
  const sent = takesBody(operation) ? await readJson(request, ctx.limits.bodyBytes) : {};
  const body = operation.body.parse(sent, inWords);
  return {
    params,
    query,
    body,
    idempotencyKey: operation.idempotency !== null ? idempotencyKeyOf(request) : undefined,
  };
}

/** The router gives what takes the rest of a path as its segments. */
function joinSegments(path: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(path).map(([name, value]) => [name, Array.isArray(value) ? value.join("/") : value]);
  return Object.fromEntries(entries);
}

function toResponse<R extends z.ZodType>(
  operation: Operation<z.ZodType, z.ZodType, z.ZodType, R>,
  result: z.input<R> | Reply<z.input<R>> | Response,
  { request, requestId }: { request: Request; requestId: string },
): Response {
  if (result instanceof Response) return result;
  const { value, headers } = result instanceof Reply ? result : { value: result, headers: {} };
  const parsed = operation.response.safeParse(value);
  // A fault of ours, not of the request: it must not come out as a 400.
  if (!parsed.success) throw new Error("A verb's result doesn't match its response schema", { cause: parsed.error });
  const all = { ...apiHeaders(requestId), ...headers };
  const table = tableOf(operation, parsed.data, request);
  if (table !== null) return tableResponse(table.rows, { request, headers: { ...all, ...table.headers } });
  const response = jsonResponse(parsed.data, { request, headers: all });
  if (operation.status === undefined) return response;
  return new Response(response.body, { status: operation.status, headers: response.headers });
}
