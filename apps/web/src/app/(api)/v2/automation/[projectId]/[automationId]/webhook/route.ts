import { acceptWebhook } from "@docsteward/services/automation/trigger";
import { endpoint } from "#server/http/endpoint.ts";
import { problemResponse } from "#server/http/problem.ts";
import { readBytes } from "#server/http/request-body.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { services } from "#server/services.ts";

const MAX_BYTES = 100_000;
const SIGNED = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** Where others start an automation with a signed request (Standard Webhooks). The signature stands for a key. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: async (request, { params }) => {
    const requestId = requestIdOf(request);
    try {
      const { projectId, automationId } = (await params) ?? {};
      const headers = Object.fromEntries(SIGNED.map((name) => [name, request.headers.get(name) ?? ""]));
      const accepted = await acceptWebhook(services(), {
        projectId: String(projectId).slice(0, 100),
        automationId: String(automationId).slice(0, 100),
        headers,
        body: async () => Buffer.from(await readBytes(request, MAX_BYTES)).toString("utf8"),
      });
      return Response.json(accepted, { status: 202, headers: apiHeaders(requestId) });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  },
});

export const dynamic = "force-dynamic";
