import { formatZodIssue } from "@docsteward/contract/input-schema";
import { inSpan } from "@docsteward/platform/tracing";
import type { UserActor } from "@docsteward/services/actor";
import type { OwnerContext } from "@docsteward/services/context";
import { createSlots } from "@docsteward/services/limit/concurrency";
import { openOrganizationContext, openProjectContext } from "@docsteward/services/member/open-context";
import type { Role } from "@docsteward/services/member/role";
import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { toProblem } from "../http/problem.ts";
import { revalidateSubscription } from "../watch-access.ts";
import { requireSignedIn, type TrpcContext } from "./context.ts";
import { rejectNul, toRequestError } from "./errors.ts";

// Procedures parse their inputs without a word from here, so the sentences of the API are set for the whole process.
z.config({ customError: formatZodIssue });

/** What a procedure says of itself: the least role that may call it, or `anybody` and `signed-in` for those outside of a site. */
export type Meta = { least: Role | "signed-in" | "anybody" };

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    // The page gets the same words and codes as a REST caller; tRPC's own message and stack stay here.
    errorFormatter({ shape, error, ctx }) {
      const { body } = toProblem(toRequestError(error) ?? error, ctx?.requestId ?? "");
      return { ...shape, message: body.error, data: { code: shape.data.code, httpStatus: body.status, problem: body } };
    },
    sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
  });

export const { router, createCallerFactory } = t;
export type { Role };

/** What every procedure begins with. */
const anyProcedure = t.procedure.use(async ({ ctx, type, path, getRawInput, next }) => {
  rejectNul(await getRawInput());
  return inSpan(`trpc ${path}`, { attributes: { "rpc.system.name": "trpc", "rpc.method": path } }, async (span) => {
    const result = await (type === "mutation" ? ctx.inTurn(() => next()) : next());
    if (!result.ok) span.fail(result.error.code);
    return result;
  });
});

/** For callers without a session: the procedures that a sign-in needs. */
export const publicProcedure = anyProcedure.meta({ least: "anybody" });

/** For a person, whatever they are a member of. */
export const signedInProcedure = anyProcedure.meta({ least: "signed-in" }).use(async ({ ctx, next }) => {
  const me = await requireSignedIn(ctx);
  const actor = { kind: "user", userId: me.user.id, name: me.user.name } as const;
  return next({ ctx: { ...ctx, me, services: { ...ctx.services, actor } } });
});

/** Each holds a connection, and asks the database now and then. A browser shows a handful. */
const openSubscriptions = createSlots({ perOwner: 100, perProcess: 2_000 });

/** Names a documentation site the way the dashboard's addresses do: `/{org}/{domain}`. */
const SitePath = z.object({ org: z.string().max(100), domain: z.string().max(100) });

/** A procedure inside one project; every verb it calls is scoped to that. Membership and role are checked here and nowhere else. */
const inProject = (least: Role) =>
  anyProcedure
    .meta({ least })
    .input(SitePath)
    .use(async ({ ctx, input: { org, domain }, type, signal, next }) => {
      const open = async (options?: { fresh: boolean }) => {
        const { user } = await requireSignedIn(ctx, options);
        return openProjectContext(ctx.services, { org, domain, user, least });
      };
      const opened = await open();
      const project = { ...opened, actor: { ...opened.actor, requestId: ctx.requestId } };
      if (type !== "subscription") return next({ ctx: { ...ctx, project } });
      const release = openSubscriptions.take(project.actor.userId, "live pages");
      // A caller that leaves before the first word never begins what is made below.
      signal?.addEventListener("abort", release, { once: true });
      const result = await next({ ctx: { ...ctx, project } });
      if (!result.ok) {
        release();
        return result;
      }
      const { hangUp, services } = ctx;
      const check = () => open({ fresh: true });
      const watch = { check, hangUp, onEnd: release, notifier: services.notifier };
      return { ...result, data: revalidateSubscription(result.data, watch) };
    });

/** Looks at things. */
export const viewerProcedure = inProject("viewer");
/** Works with the agent and the assistant. */
export const memberProcedure = inProject("member");
/** Decides over keys, settings and people. */
export const adminProcedure = inProject("admin");
/** Decides over the organization itself. */
export const ownerProcedure = inProject("owner");

/** For what both a project and its organization can have: inside a project, or inside an organization where no `domain` is named. */
const inOwner = (least: Role) =>
  anyProcedure
    .meta({ least })
    .input(SitePath.partial({ domain: true }))
    .use(async ({ ctx, input: { org, domain }, next }) => {
      const { user } = await requireSignedIn(ctx);
      const opened: OwnerContext & { actor: UserActor } =
        domain === undefined
          ? await openOrganizationContext(ctx.services, { org, user, least })
          : await openProjectContext(ctx.services, { org, domain, user, least });
      const owner: OwnerContext = { ...opened, actor: { ...opened.actor, requestId: ctx.requestId } };
      return next({ ctx: { ...ctx, owner } });
    });

/** Looks at what a project or its organization has. */
export const ownerViewerProcedure = inOwner("viewer");
/** Decides over it. */
export const ownerAdminProcedure = inOwner("admin");

/** Names an organization, and no project of it; every verb it calls is scoped to that. Membership and role are checked here. */
const inOrganization = (least: Role) =>
  anyProcedure
    .meta({ least })
    .input(SitePath.pick({ org: true }))
    .use(async ({ ctx, input: { org }, next }) => {
      const { user } = await requireSignedIn(ctx);
      return next({ ctx: { ...ctx, services: await openOrganizationContext(ctx.services, { org, user, least }) } });
    });

/** For people of an organization, in none of its sites. */
export const organizationViewerProcedure = inOrganization("viewer");
/** For admins of an organization, in none of its sites: making one, people, and the audit log. */
export const organizationAdminProcedure = inOrganization("admin");

/** A value as it comes out of JSON: what a browser gets of it. */
type Plain<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

/** Turns every date into its text, so that the server-rendered page and a browser's query get the same. */
export function toPlain<T>(value: T): Plain<T> {
  return JSON.parse(JSON.stringify(value)) as Plain<T>;
}
