import { newId } from "@docsteward/platform/id";
import type { Services } from "@docsteward/services/context";
import { type SeedMemberOptions, seedMember } from "@docsteward/services/testing-member";
import { createTrpcContext } from "../trpc/context.ts";
import { createCallerFactory } from "../trpc/init.ts";
import { appRouter } from "../trpc/root.ts";

/**
 * The procedures as a new person calls them: an owner of every organization that there is at their first call, unless told.
 *
 * @param options.signal ends subscriptions, as a page that is closed does
 */
export function signedInCaller(services: Services, options: SeedMemberOptions & { signal?: AbortSignal } = {}) {
  const { signal, ...member } = options;
  const signIn = async () => ({ sessionId: newId("ses"), user: await seedMember(services, member) });
  let signedIn: ReturnType<typeof signIn> | null = null;
  const context = createTrpcContext({ services, requestId: "req_test", headers: new Headers() });
  const ctx = { ...context, signedIn: () => (signedIn ??= signIn()) };
  return createCallerFactory(appRouter)(ctx, signal ? { signal } : {});
}
