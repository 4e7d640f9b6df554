import { seedSite } from "@docsteward/services/site/testing-site";
import { seedProject } from "@docsteward/services/testing";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { rateAnswer } from "@docsteward/services/thread/turn";
import { describe, expect } from "vitest";
import { appTest, projectPath, signedInCaller } from "../../testing/test-app.ts";

const test = appTest()
  /** A site with one page, and a question that it does not answer. */
  .extend("seedQuestion", { scope: "file" }, ({ services }) => async () => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [{ path: "/flags", title: "Flags", text: "A kill-switch turns a feature off." }]);
    const messages = [{ role: "user" as const, content: "Is there a Helm chart?" }];
    const answer = await answerQuestion(ctx, { fp: "ada", messages, signal: new AbortController().signal });
    for await (const chunk of answer.chunks) expect(chunk.type).not.toBe("error");
    return { ctx, site: projectPath(ctx), messageId: answer.messageId, threadId: answer.threadId };
  });

describe("a gap", () => {
  test("is listed, drafted, made a job and closed with a note", async ({ services, seedQuestion }) => {
    const { site } = await seedQuestion();
    const { gap } = signedInCaller(services, { role: "member" });

    const { gaps, counts } = await gap.list(site);
    const id = String(gaps[0]?.id);
    const { prompt } = await gap.draft({ ...site, id });
    const job = await gap.createJob({ ...site, id, prompt });
    const working = await gap.get({ ...site, id });
    await gap.setState({ ...site, id, state: "dismissed", note: "Not ours." });

    expect(counts).toEqual({ open: 1, dismissed: 0, done: 0 });
    expect(prompt).toContain("- Is there a Helm chart?");
    expect(working).toMatchObject({
      stage: "working",
      job: { id: job.id },
      turns: [{ question: "Is there a Helm chart?" }],
    });
    expect(await gap.list({ ...site, state: "dismissed" })).toMatchObject({ gaps: [{ id, note: "Not ours." }] });
  });

  test("is counted, and has the person who takes it as its owner", async ({ services, seedQuestion }) => {
    const { site } = await seedQuestion();
    const caller = signedInCaller(services, { role: "member" });
    const id = String((await caller.gap.list(site)).gaps[0]?.id);
    const { myId, members } = await caller.member.list({ org: site.org });

    await caller.gap.setOwner({ ...site, id, userId: myId });

    const owner = { id: myId, name: members.find(({ userId }) => userId === myId)?.name };
    expect(await caller.gap.list({ ...site, owner: "me" })).toMatchObject({ gaps: [{ id, owner }], total: 1 });
    expect(await caller.gap.list({ ...site, owner: "none" })).toMatchObject({ gaps: [] });
    expect(await caller.gap.count(site)).toBe(1);
  });

  test("is asked again, of the pages as they are now", async ({ services, seedQuestion }) => {
    const { ctx, site } = await seedQuestion();
    const { gap } = signedInCaller(services);
    const id = String((await gap.list(site)).gaps[0]?.id);
    await seedSite(ctx, [{ path: "/helm", title: "Helm", text: "There is a Helm chart: helm install harbor." }]);

    expect(await gap.askAgain({ ...site, id })).toMatchObject({
      isDone: true,
      answer: { sources: [{ path: "/helm" }] },
    });
  });

  test("may be read by a viewer, and changed only from member up", async ({ services, seedQuestion }) => {
    const { site } = await seedQuestion();
    const { gap } = signedInCaller(services, { role: "viewer" });
    const id = String((await gap.list(site)).gaps[0]?.id);

    expect(await gap.get({ ...site, id })).toMatchObject({ id });
    for (const call of [
      () => gap.createJob({ ...site, id, prompt: "Write it." }),
      () => gap.setState({ ...site, id, state: "done" }),
      () => gap.setOwner({ ...site, id, userId: null }),
      () => gap.askAgain({ ...site, id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ cause: { code: "role_too_low" } });
    }
  });

  test("of another project is hidden", async ({ services, seedQuestion }) => {
    const [mine, theirs] = [await seedQuestion(), await seedQuestion()];
    const { gap } = signedInCaller(services);
    const id = String((await gap.list(theirs.site)).gaps[0]?.id);
    const input = { ...mine.site, id };

    for (const call of [
      () => gap.get(input),
      () => gap.draft(input),
      () => gap.createJob({ ...input, prompt: "Write it." }),
      () => gap.setState({ ...input, state: "done" }),
      () => gap.askAgain(input),
    ]) {
      await expect(call()).rejects.toMatchObject({ cause: { code: "not_found" } });
    }
  });
});

describe("threads", () => {
  test("are listed, filtered, shown and counted", async ({ services, seedQuestion }) => {
    const { ctx, site, messageId } = await seedQuestion();
    await rateAnswer(ctx, { messageId, rating: "down" });
    const { thread } = signedInCaller(services, { role: "viewer" });

    const { threads } = await thread.list({ ...site, search: "helm", about: "down", days: 7 });
    const shown = await thread.get({ ...site, id: String(threads[0]?.id) });

    expect(threads).toMatchObject([{ firstQuestion: "Is there a Helm chart?", downCount: 1, unansweredCount: 1 }]);
    expect(shown.turns).toMatchObject([{ messageId, rating: "down" }]);
    expect(await thread.list({ ...site, about: "up" })).toMatchObject({ threads: [] });
    expect(await thread.turn({ ...site, messageId })).toMatchObject({ trace: { pageCount: 12 } });
    expect(await thread.counts({ ...site, days: 7 })).toMatchObject({ questions: 1, unanswered: 1, down: 1 });
  });

  test("of another project are hidden", async ({ services, seedQuestion }) => {
    const [mine, theirs] = [await seedQuestion(), await seedQuestion()];
    const { thread } = signedInCaller(services);
    const { threads } = await thread.list(theirs.site);
    const notFound = { cause: { code: "not_found" } };

    await expect(thread.get({ ...mine.site, id: String(threads[0]?.id) })).rejects.toMatchObject(notFound);
    await expect(thread.turn({ ...mine.site, messageId: theirs.messageId })).rejects.toMatchObject(notFound);
    expect((await thread.list(mine.site)).threads.map(({ id }) => id)).not.toContain(threads[0]?.id);
  });
});

describe("the playground", () => {
  test("gives a member a key that the public interface takes, and shows their threads alone", async ({
    services,
    seedQuestion,
  }) => {
    const { ctx, site } = await seedQuestion();
    const { playground } = signedInCaller(services, { role: "member" });
    const { fp, suggestions } = await playground.get(site);
    const threadId = "pg_5b0c7f2e9a4d4c3b8e61";
    const messages = [{ role: "user" as const, content: "What turns a feature off?" }];
    const asker = { ...ctx, actor: { kind: "key", keyId: "key_playground" } as const };
    const asked = await answerQuestion(asker, { fp, messages, threadId, signal: new AbortController().signal });
    for await (const _ of asked.chunks);

    const { token } = await playground.createKey(site);

    expect(token).toMatch(/^svc_dsc_/);
    expect(suggestions).toContainEqual(expect.objectContaining({ kind: "unanswered" }));
    expect(await playground.threads(site)).toMatchObject({ threads: [{ threadId, turnCount: 1 }], nextCursor: null });
    expect(await playground.thread({ ...site, threadId })).toMatchObject({ turns: [{ category: "answered" }] });
    expect(await playground.pages({ ...site, search: "flag" })).toEqual([{ path: "/flags", title: "Flags" }]);
    const other = signedInCaller(services).playground;
    expect(await other.threads(site)).toEqual({ threads: [], nextCursor: null });
    expect(await other.thread({ ...site, threadId })).toBeNull();
  });

  test("gives a viewer no key, and hides another project's conversations", async ({ services, seedQuestion }) => {
    const [mine, theirs] = [await seedQuestion(), await seedQuestion()];
    const { playground } = signedInCaller(services, { role: "viewer" });

    await expect(playground.createKey(mine.site)).rejects.toMatchObject({ cause: { code: "role_too_low" } });
    expect(await playground.thread({ ...mine.site, threadId: theirs.threadId })).toBeNull();
  });
});
