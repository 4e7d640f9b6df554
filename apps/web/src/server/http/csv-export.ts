import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "@docsteward/services/context";
import { openProjectContext } from "@docsteward/services/member/open-context";
import { services } from "../services.ts";
import { createTrpcContext, requireSignedIn } from "../trpc/context.ts";
import { problemResponse } from "./problem.ts";
import { requestIdOf } from "./request-headers.ts";
import { csvResponse } from "./responses.ts";

type SitePath = { org: string; domain: string };
type Export<P extends SitePath> = { ctx: ProjectContext; params: P; request: Request };

/**
 * A route of the dashboard that answers a signed-in member of the project with a CSV file, named after the site and the day.
 *
 * @param write the rows, and the part of the file's name between them; what it throws is the answer
 */
export function csvExport<P extends SitePath>(
  write: (call: Export<P>) => Promise<{ rows: Parameters<typeof csvResponse>[0]; name: string }>,
) {
  return async (request: Request, { params }: { params: Promise<P> }): Promise<Response> => {
    const requestId = requestIdOf(request);
    try {
      const path = await params;
      const { org, domain } = path;
      const { user } = await requireSignedIn(
        createTrpcContext({ services: services(), requestId, headers: request.headers }),
      );
      const ctx = await openProjectContext(services(), { org, domain, user, least: "viewer" });
      const { rows, name } = await write({ ctx, params: path, request });
      const today = ctx.clock.now().toISOString().slice(0, 10);
      return csvResponse(rows, { name: `${domain}-${name}-${today}` });
    } catch (error) {
      return problemResponse(error, requestId);
    }
  };
}

/** The table that an address names. @throws AppError `not_found` for any other */
export function requireTable<T extends string>(tables: readonly T[], name: string): T {
  const table = tables.find((known) => known === name);
  if (table) return table;
  throw new AppError("not_found", `The table "${name}" doesn't exist. Use one of: ${tables.join(", ")}.`);
}
