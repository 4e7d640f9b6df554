import { AppError } from "@docsteward/contract/error";
import type { OrganizationContext, ProjectContext } from "@docsteward/services/context";
import { openOrganizationContext, openProjectContext } from "@docsteward/services/member/open-context";
import type { Role } from "@docsteward/services/member/role";
import { services } from "../services.ts";
import { createTrpcContext, requireSignedIn } from "../trpc/context.ts";
import { problemResponse } from "./problem.ts";
import { requestIdOf } from "./request-headers.ts";
import { csvResponse, jsonRowsResponse } from "./responses.ts";

type SitePath = { org: string; domain: string };
type Rows = { rows: Parameters<typeof csvResponse>[0]; name: string };
type Call<P, C> = { ctx: C; params: P; request: Request };
type Options = {
  /** The role that may read the rows; `viewer` by default. */
  least?: Role;
};

/**
 * A route of the dashboard that answers a signed-in member of the project with a file, named after the site and the day: CSV, or
 * JSON where the address says `format=json`.
 *
 * @param write the rows, and the part of the file's name between them; what it throws is the answer
 */
export function tableExport<P extends SitePath>(
  write: (call: Call<P, ProjectContext>) => Promise<Rows>,
  { least = "viewer" }: Options = {},
) {
  return exportRoute<P>(async ({ params, request, user }) => {
    const { org, domain } = params;
    const ctx = await openProjectContext(services(), { org, domain, user, least });
    return { ...(await write({ ctx, params, request })), of: domain };
  });
}

/** The same for what belongs to an organization. */
export function organizationExport<P extends { org: string }>(
  write: (call: Call<P, OrganizationContext>) => Promise<Rows>,
  { least = "viewer" }: Options = {},
) {
  return exportRoute<P>(async ({ params, request, user }) => {
    const ctx = await openOrganizationContext(services(), { org: params.org, user, least });
    return { ...(await write({ ctx, params, request })), of: params.org };
  });
}

type Person = { id: string; name: string };

function exportRoute<P>(read: (call: { params: P; request: Request; user: Person }) => Promise<Rows & { of: string }>) {
  return async (request: Request, { params }: { params: Promise<P> }): Promise<Response> => {
    const requestId = requestIdOf(request);
    try {
      const { user } = await requireSignedIn(
        createTrpcContext({ services: services(), requestId, headers: request.headers }),
      );
      const { rows, name, of } = await read({ params: await params, request, user });
      const today = services().clock.now().toISOString().slice(0, 10);
      const isJson = new URL(request.url).searchParams.get("format") === "json";
      return (isJson ? jsonRowsResponse : csvResponse)(rows, { name: `${of}-${name}-${today}` });
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
