import { timingSafeEqual } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { env } from "@docsteward/platform/env";
import { bearerTokenOf } from "#server/http/authenticate.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { METRICS_TYPE, renderMetrics } from "#server/metrics.ts";
import { services } from "#server/services.ts";

/** What Prometheus and its like collect, for who has METRICS_TOKEN. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: async (request) => {
    const requestId = requestIdOf(request);
    try {
      requireCollector(bearerTokenOf(request.headers.get("authorization")));
      const text = await renderMetrics(services());
      return new Response(text, { headers: { ...apiHeaders(requestId), "Content-Type": METRICS_TYPE } });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  },
});

function requireCollector(given: string | undefined): void {
  const { METRICS_TOKEN } = env();
  if (METRICS_TOKEN === undefined)
    throw new AppError("not_found", "Metrics are disabled. Set METRICS_TOKEN, and send it as the bearer token.");
  if (given === undefined) throw new AppError("missing_key", "Send METRICS_TOKEN as bearer token.");
  const [left, right] = [Buffer.from(given), Buffer.from(METRICS_TOKEN)];
  if (left.length !== right.length || !timingSafeEqual(left, right))
    throw new AppError("invalid_key", "This is not the token of METRICS_TOKEN.");
}
