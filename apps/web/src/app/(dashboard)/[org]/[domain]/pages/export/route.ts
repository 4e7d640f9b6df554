import { openProjectContext } from "@docsteward/services/member/open-context";
import { exportInventory } from "@docsteward/services/site/inventory";
import { openSite } from "@docsteward/services/site/read";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { csvResponse } from "#server/http/responses.ts";
import { services } from "#server/services.ts";
import { createTrpcContext, requireSignedIn } from "#server/trpc/context.ts";
import { readPageFilter } from "../(list)/page-filter.ts";

type Params = { params: Promise<{ org: string; domain: string }> };

export async function GET(request: Request, { params }: Params): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    const { org, domain } = await params;
    const { user } = await requireSignedIn(
      createTrpcContext({ services: services(), requestId, headers: request.headers }),
    );
    const ctx = await openProjectContext(services(), { org, domain, user, least: "viewer" });
    // An error after the first row could not be sent any more.
    await openSite(ctx);
    const filter = readPageFilter(Object.fromEntries(new URL(request.url).searchParams));
    const today = ctx.clock.now().toISOString().slice(0, 10);
    return csvResponse(exportInventory(ctx, filter), { name: `${domain}-pages-${today}` });
  } catch (error) {
    return problemResponse(error, requestId);
  }
}
