import { AppError } from "@docsteward/contract/error";
import { ANALYTICS_TABLES, exportAnalytics } from "@docsteward/services/analytics/report";
import { openProjectContext } from "@docsteward/services/member/open-context";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { csvResponse } from "#server/http/responses.ts";
import { services } from "#server/services.ts";
import { createTrpcContext, requireSignedIn } from "#server/trpc/context.ts";

type Params = { params: Promise<{ org: string; domain: string; table: string }> };

export async function GET(request: Request, { params }: Params): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    const { org, domain, table: name } = await params;
    const { user } = await requireSignedIn(
      createTrpcContext({ services: services(), requestId, headers: request.headers }),
    );
    const ctx = await openProjectContext(services(), { org, domain, user, least: "viewer" });
    const table = ANALYTICS_TABLES.find((known) => known === name);
    if (!table)
      throw new AppError("not_found", `The table "${name}" doesn't exist. Use one of: ${ANALYTICS_TABLES.join(", ")}.`);
    const today = ctx.clock.now().toISOString().slice(0, 10);
    return csvResponse(exportAnalytics(ctx, { table }), { name: `${domain}-analytics-${table}-${today}` });
  } catch (error) {
    return problemResponse(error, requestId);
  }
}
