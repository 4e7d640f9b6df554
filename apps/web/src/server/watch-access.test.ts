import { EventEmitter, on } from "node:events";
import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "@docsteward/services/context";
import { revokeKey, updateKey } from "@docsteward/services/key/key";
import { removeMember } from "@docsteward/services/member/members";
import { deleteProject } from "@docsteward/services/project/delete";
import { signOut } from "@docsteward/services/sign-in/session";
import { seedJob, seedKey, seedMember, seedProject, seedSession } from "@docsteward/services/testing";
import { describe, expect } from "vitest";
import { appTest, projectPath, send } from "../testing/test-app.ts";
import { createTrpcContext } from "./trpc/context.ts";
import { createCallerFactory } from "./trpc/init.ts";
import { appRouter } from "./trpc/root.ts";
import { revalidateSubscription, watchAccess } from "./watch-access.ts";

const test = appTest()
  /** The events of a running job, as a caller with a key follows them. */
  .extend("followAsCaller", { scope: "file" }, ({ services }) => async () => {
    const ctx = await seedProject(services);
    const { id } = await seedJob(ctx);
    const key = await seedKey(ctx);
    const { GET } = await import("#app/(api)/v2/agent/[projectId]/job/[id]/events/route.ts");
    const { body, status } = await send(GET, { key: key.token, params: { projectId: ctx.project.id, id } });
    expect(status).toBe(200);
    if (body === null) throw new Error("The stream has no body.");
    const pieces = body.pipeThrough(new TextDecoderStream()).values({ preventCancel: true });
    // Only a stream that has said something can end for another reason than its start.
    for (let said = ""; !said.includes("job.created"); ) {
      const { done, value } = await pieces.next();
      if (done) throw new Error(`The stream ended after: ${said}`);
      said += value;
    }
    return { ctx, key, rest: count(pieces) };
  })
  /** The events of a running job, as a page shows them. */
  .extend("followAsPage", { scope: "file" }, ({ services }) => async () => {
    const ctx = await seedProject(services);
    const { organizationId } = ctx.project;
    const user = await seedMember(services, { organizationId, role: "viewer" });
    const headers = new Headers({ cookie: await seedSession(services, { userId: user.id }) });
    const page = new AbortController();
    const call = createTrpcContext({ services, requestId: "req_test", headers, hangUp: () => page.abort() });
    const events = await createCallerFactory(appRouter)(call, { signal: page.signal }).job.events({
      ...projectPath(ctx),
      id: (await seedJob(ctx)).id,
      lastEventId: "0",
    });
    const first = await events[Symbol.asyncIterator]().next();
    expect(first.done).toBe(false);
    return { ctx, user, headers, rest: count(events) };
  });

/** How many of these come, beside the comments of a stream that is silent for long. */
async function count(events: AsyncIterable<unknown>): Promise<number> {
  let number = 0;
  for await (const event of events) number += event === ": ping\n\n" ? 0 : 1;
  return number;
}

/** A subscription that tells each news of `emitter` and ends with `request`, as a real one does. */
function follow(emitter: EventEmitter, check: () => Promise<unknown>) {
  const request = new AbortController();
  async function* source() {
    try {
      for await (const [news] of on(emitter, "news", { signal: request.signal })) yield news;
    } catch (error) {
      if (!request.signal.aborted) throw error;
    }
  }
  const state = { hasEnded: false };
  const emitted = revalidateSubscription(source(), {
    check,
    hangUp: () => request.abort(),
    onEnd: () => Object.assign(state, { hasEnded: true }),
    // As when a notification got lost.
    notifier: { subscribe: () => () => undefined, close: async () => undefined },
    checkMs: 5,
  });
  return { request, emitted, state };
}

describe("a stream that stays open ends", () => {
  test.concurrent.for<[string, (of: { ctx: ProjectContext; key: { id: string } }) => Promise<unknown>]>([
    ["when its key is revoked", ({ ctx, key }) => revokeKey(ctx, { id: key.id })],
    ["when its key loses the scope", ({ ctx, key }) => updateKey(ctx, { id: key.id, scopes: ["write"] })],
    ["when its project is deleted", ({ ctx }) => deleteProject(ctx, { typed: ctx.project.domain })],
  ])("%s", async ([_, lose], { followAsCaller }) => {
    const stream = await followAsCaller();

    await lose(stream);

    // The end, and at most its reason.
    expect(await stream.rest).toBeLessThanOrEqual(1);
  });

  test.concurrent.for<
    [string, (of: { ctx: ProjectContext; user: { id: string }; headers: Headers }) => Promise<unknown>]
  >([
    ["when its person is removed", ({ ctx, user }) => removeMember(ctx, { userId: user.id })],
    ["when its person signs out", ({ ctx, headers }) => signOut(ctx, { headers })],
    ["when its project is deleted for the page, too", ({ ctx }) => deleteProject(ctx, { typed: ctx.project.domain })],
  ])("%s", async ([_, lose], { followAsPage }) => {
    const page = await followAsPage();

    await lose(page);

    expect(await page.rest).toBe(0);
  });
});

test("a burst of changes makes a stream look once, and a right that is still there ends nothing", async () => {
  const looks: (() => void)[] = [];
  let isLost = false;
  const checks = { count: 0 };
  const check = async () => {
    checks.count += 1;
    looks.shift()?.();
    if (isLost) throw new AppError("revoked_key", "This API key was revoked. Create a new one.");
  };
  const nextLook = () => new Promise<void>((resolve) => looks.push(resolve));
  const heard = new EventEmitter();
  const notifier = {
    subscribe: (_: string, listener: (payload: string | null) => void) => {
      const hear = () => listener("");
      heard.on("access", hear);
      return () => void heard.off("access", hear);
    },
    close: async () => undefined,
  };
  const lost = new Promise<void>((resolve) => watchAccess({ check, onLost: resolve, notifier, restMs: 50 }));

  const first = nextLook();
  for (let change = 0; change < 100; change += 1) heard.emit("access");
  await first;
  isLost = true;
  heard.emit("access");
  await lost;

  expect(checks.count).toBe(2);
  expect(heard.listenerCount("access")).toBe(0);
});

test("a subscription ends when its caller has lost the right to it", async () => {
  let isMember = true;
  const emitter = new EventEmitter();
  const { request, emitted, state } = follow(emitter, async () => {
    if (!isMember) throw new AppError("not_found", "There is no documentation site acme/docs.");
  });
  const first = emitted.next();
  emitter.emit("news", "one");
  expect(await first).toEqual({ done: false, value: "one" });
  expect(state.hasEnded).toBe(false);

  isMember = false;

  expect(await emitted.next()).toEqual({ done: true, value: undefined });
  expect(request.signal.aborted).toBe(true);
  expect(state.hasEnded).toBe(true);
});

test("a database that is away ends no subscription", async () => {
  const emitter = new EventEmitter();
  const failed = Promise.withResolvers<void>();
  let checks = 0;
  const { request, emitted } = follow(emitter, async () => {
    checks += 1;
    if (checks === 3) failed.resolve();
    throw new Error("connection lost");
  });
  const next = emitted.next();
  await failed.promise;

  emitter.emit("news", "still here");

  expect(await next).toEqual({ done: false, value: "still here" });
  expect(request.signal.aborted).toBe(false);
  request.abort();
  expect((await emitted.next()).done).toBe(true);
});

test("one person has so many pages open and no more, until one is closed", async ({ services }) => {
  const ctx = await seedProject(services);
  const user = await seedMember(services, { organizationId: ctx.project.organizationId });
  const open = async () => {
    const page = new AbortController();
    const context = createTrpcContext({ services, requestId: "req_test", headers: new Headers() });
    const signedIn = async () => ({ sessionId: "ses_test", user });
    const caller = createCallerFactory(appRouter)({ ...context, signedIn }, { signal: page.signal });
    await caller.job.listChanges({ ...projectPath(ctx), archived: false });
    return page;
  };
  const pages = await Promise.all(Array.from({ length: 100 }, open));

  await expect(open()).rejects.toMatchObject({
    message: "Too many live pages are running. Wait until one ends, then try again.",
  });

  pages[0]?.abort();
  pages.push(await open());
  for (const page of pages) page.abort();
});
