import { AppError } from "@docsteward/contract/error";
import { apiHeaders } from "../../../server/http/api-headers.ts";
import { problemResponse } from "../../../server/http/problem.ts";
import { requestIdOf } from "../../../server/http/request-id.ts";
import { services } from "../../../server/services.ts";

/** Says that requests can be served: the database answers. */
export async function GET(request: Request): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    await services().db.$queryRaw`SELECT 1`;
    return Response.json({ status: "ready" }, { headers: apiHeaders(requestId) });
  } catch (cause) {
    return problemResponse(new AppError("unavailable", "The database does not answer.", { cause }), requestId);
  }
}
