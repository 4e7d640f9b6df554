import { fixedClock } from "@docsteward/platform/clock";
import { describe, expect } from "vitest";
import type { ProjectContext } from "./context.ts";
import { authenticate } from "./key/authenticate.ts";
import { createKey } from "./key/create.ts";
import { listKeys } from "./key/list.ts";
import { createPlaygroundKey, getPlayground, searchPages } from "./playground.ts";
import { purgeExpired } from "./purge-expired.ts";
import { seedSite } from "./site/testing-site.ts";
import { seedProject } from "./testing.ts";
import { projectTest } from "./testing-fixtures.ts";
import { answerQuestion } from "./thread/answer.ts";
import { listThreads } from "./thread/list.ts";

const clock = fixedClock("2026-11-20T12:00:00.000Z");
const HOUR_MS = 3_600_000;
const test = projectTest({ clock })
  .extend("ask", { scope: "file" }, ({ ctx }) => async (fp: string, question: string): Promise<void> => {
    const messages = [{ role: "user" as const, content: question }];
    const { chunks } = await answerQuestion(ctx, { fp, messages, signal: new AbortController().signal });
    for await (const chunk of chunks) expect(chunk.type).not.toBe("error");
  })
  .extend("opens", { scope: "file" }, ({ services }) => (token: string, origin?: string) => {
    return authenticate(services, { token, kind: "assistant", scope: "read", origin });
  });
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [
    { path: "/", title: "Harbor", text: "Harbor stores files." },
    { path: "/v2/flags", title: "Flags", text: "A kill-switch turns a feature off.", version: "2", tags: ["ops"] },
    {
      path: "/v10/flags",
      title: "Old flags",
      text: "Flags of old.",
      version: "10",
      language: "en",
      groups: ["Guides"],
      links: [{ file: "docs/v2/flags.md", text: "Flags" }],
    },
  ]),
);

test("offers the values that the site's pages have, and pages that others lead to", async ({ ctx }) => {
  const playground = await getPlayground(ctx);

  expect(playground).toMatchObject({
    model: "offline",
    index: { answers: { pages: 3 } },
    facets: { versions: ["2", "10"], languages: ["en"], tags: ["ops"], groups: ["Guides"] },
  });
  expect(playground.suggestions).toEqual([
    { kind: "page", label: "Flags", question: "What does the documentation say about Flags?" },
    { kind: "page", label: "Old flags", question: "What does the documentation say about Old flags?" },
  ]);
});

test("suggests what readers asked before titles, and nothing that only the playground asked", async ({ ctx, ask }) => {
  await ask("ada", "What turns a feature off?");
  await ask("ada", "Is there a Helm chart?");
  await ask("playground-usr_1", "What do I try here?");

  const { suggestions } = await getPlayground(ctx);

  expect(suggestions.slice(0, 2)).toEqual([
    { kind: "asked", label: "What turns a feature off?", question: "What turns a feature off?" },
    { kind: "unanswered", label: "Is there a Helm chart?", question: "Is there a Helm chart?" },
  ]);
  expect(suggestions.map(({ label }) => label)).not.toContain("What do I try here?");
});

describe("the reader of the playground", () => {
  const person = { kind: "user", userId: "usr_1", name: "Ada", role: "member" } as const;
  const key = { kind: "key", keyId: "key_1" } as const;
  const signal = new AbortController().signal;
  const messages = [{ role: "user" as const, content: "What turns a feature off?" }];
  const askAs = async (ctx: ProjectContext, actor: typeof key | { kind: "visitor" }, fp: string) => {
    const { chunks } = await answerQuestion({ ...ctx, actor }, { fp, threadId: "thr_of_mine", messages, signal });
    for await (const chunk of chunks) expect(chunk.type).not.toBe("error");
  };

  test("each person has threads of their own, whichever key the dashboard asks with", async ({ ctx }) => {
    const { fp } = await getPlayground({ ...ctx, actor: person });
    await askAs(ctx, key, fp);

    const { threads } = await listThreads(ctx, { fp: "playground-usr_1" });
    expect(threads.map(({ threadId }) => threadId)).toContain("thr_of_mine");
  });

  test.for<[string, (fp: string) => string]>([
    ["a person's name alone", () => "playground-usr_1"],
    ["a name without a person", () => "playground"],
    ["the name of another person", (fp: string) => fp.replace("usr_1", "usr_2")],
    ["a proof that is cut", (fp: string) => fp.slice(0, -1)],
    ["the service's own name", () => "docsteward-gap"],
  ])("refuses %s from the bearer of a key and from a visitor", async ([, change], { ctx }) => {
    const { fp } = await getPlayground({ ...ctx, actor: person });

    for (const actor of [key, { kind: "visitor" as const }]) {
      await expect(askAs(ctx, actor, change(fp))).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining("which is reserved"),
      });
    }
  });

  test("refuses the reader of another project", async ({ services, ctx }) => {
    const { fp } = await getPlayground({ ...(await seedProject(services)), actor: person });

    await expect(askAs(ctx, key, fp)).rejects.toMatchObject({ code: "invalid_request" });
  });
});

test("pages are found by parts of their path and title", async ({ ctx }) => {
  expect(await searchPages(ctx, { search: "FLAGS v2" })).toEqual([{ path: "/v2/flags", title: "Flags" }]);
  expect((await searchPages(ctx, { search: "" })).map(({ path }) => path)).toEqual(["/", "/v2/flags", "/v10/flags"]);
  expect(await searchPages(ctx, { search: "", limit: 1 })).toHaveLength(1);
});

test("a project without an index has a playground that says so", async ({ services }) => {
  const fresh = await seedProject(services);

  expect(await getPlayground(fresh)).toMatchObject({ index: { status: "none" }, suggestions: [] });
  expect(await searchPages(fresh, { search: "" })).toEqual([]);
});

describe("the key of a playground", () => {
  test("opens the assistant of its site for an hour, from the service's own pages", async ({
    services,
    ctx,
    opens,
  }) => {
    const actor = { kind: "user", userId: "usr_1", name: "Ada", role: "member" } as const;
    const { token, keyId, expiresAt } = await createPlaygroundKey({ ...ctx, actor });

    expect(await opens(token, services.baseUrl)).toMatchObject({ id: keyId, projectId: ctx.project.id });
    expect(expiresAt).toBe(new Date(clock.now().getTime() + HOUR_MS).toISOString());
    await expect(opens(token, "https://evil.test")).rejects.toMatchObject({ code: "origin_not_allowed" });
    const row = await services.db.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    expect(row).toMatchObject({
      name: "Playground of Ada",
      createdById: "usr_1",
      hash: expect.not.stringContaining(token),
    });
    clock.advance(HOUR_MS);
    await expect(opens(token)).rejects.toMatchObject({ code: "expired_key" });
  });

  test("is one of ten that a person has made in an hour, and takes none of the organization's", async ({
    services,
  }) => {
    const own = await seedProject(services);
    const limited = { ...own, limits: { ...services.limits, keysPerHour: 10 } };
    await services.db.project.update({ where: { id: own.project.id }, data: { createdAt: new Date(0) } });
    const make = (userId: string) =>
      createPlaygroundKey({ ...limited, actor: { kind: "user", userId, name: "Ada", role: "member" } });

    const made = await Promise.allSettled(Array.from({ length: 13 }, () => make("usr_1")));

    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    await expect(make("usr_1")).rejects.toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining("playground keys"),
    });
    await make("usr_2");
    await createKey(limited, { kind: "admin", name: "ci" });
  });

  test("is in the audit log and not in the list of keys, and goes when its uses do", async ({ services, ctx }) => {
    const { keyId } = await createPlaygroundKey(ctx);
    const { organizationId } = ctx.project;

    const listed = await listKeys(ctx);
    const audited = await services.db.auditEvent.findMany({ where: { organizationId, targetId: keyId } });
    clock.advance(63 * 24 * HOUR_MS);
    await purgeExpired(services);

    expect(listed.map(({ id }) => id)).not.toContain(keyId);
    expect(audited).toMatchObject([{ action: "key.created" }]);
    expect(await services.db.apiKey.count({ where: { id: keyId } })).toBe(0);
  });
});
