import type { ServiceContext, Services } from "@docsteward/services/context";
import { requireProject } from "@docsteward/services/project/require";
import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { toProblem } from "../http/problem.ts";

/** What every procedure starts from. */
export type TrpcContext = { services: Services; requestId: string };

const t = initTRPC.context<TrpcContext>().create({
  // The page gets the same words and codes as a REST caller; tRPC's own message and stack stay here.
  errorFormatter({ shape, error, ctx }) {
    const { body } = toProblem(error.cause ?? error, ctx?.requestId ?? "");
    return { ...shape, message: body.error, data: { code: shape.data.code, httpStatus: body.status, problem: body } };
  },
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
});

export const { router, createCallerFactory } = t;
export const publicProcedure = t.procedure;

/** Names a documentation site the way the dashboard's addresses do: `/{org}/{domain}`. */
export const SitePath = z.object({ org: z.string().max(100), domain: z.string().max(100) });

/**
 * A procedure inside one project; every verb it calls is scoped to that. There is no sign-in yet: who reaches the dashboard is
 * an operator.
 */
export const projectProcedure = t.procedure.input(SitePath).use(async ({ ctx, input, next }) => {
  const project = await requireProject(ctx.services, input);
  const site: ServiceContext = { ...ctx.services, project, actor: { kind: "operator" } };
  return next({ ctx: { ...ctx, site } });
});
