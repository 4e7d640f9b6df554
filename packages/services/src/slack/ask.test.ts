import { reply } from "@docsteward/model-script/script";
import { expect } from "vitest";
import type { ProjectContext } from "../context.ts";
import { setReaderAccess } from "../reader-access/settings.ts";
import { seedSite } from "../site/testing-site.ts";
import { seedProject, type TestServicesOptions } from "../testing.ts";
import { servicesTest, untilEnd } from "../testing-fixtures.ts";
import { startScriptedAssistant } from "../thread/testing-assistant.ts";
import { acceptSlackCommand } from "./ask.ts";
import { clearSlackCommand, setSlackCommand } from "./settings.ts";
import { type SignedRequest, startSlack } from "./testing-slack.ts";

const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";

const test = servicesTest()
  .extend("model", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend("options", { scope: "file" }, ({ model }): TestServicesOptions => {
    return { assistant: model.assistant, webhooks: { allowedNetworks: ["127.0.0.0/8"] } };
  })
  .extend("slack", async ({ services: _services }, { onCleanup }) => {
    const slack = await startSlack(SECRET);
    onCleanup(() => slack[Symbol.asyncDispose]());
    return slack;
  })
  .extend("open", { scope: "file" }, ({ services }) => async (isPublic?: boolean): Promise<ProjectContext> => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [
      { path: "/upload", title: "Uploads", text: "A file may be 50 MB. Set MAX_UPLOAD_MB to change it." },
      { path: "/backup", title: "Backups", text: "Run harbor backup every night." },
    ]);
    const siteUrl = "https://docs.acme.com";
    ctx.project = await services.db.project.update({ where: { id: ctx.project.id }, data: { siteUrl } });
    await setSlackCommand(ctx, { signingSecret: SECRET, isPublic });
    return ctx;
  });

/** Takes a request, and waits for the answer that follows. */
async function take(ctx: ProjectContext, { body, ...signed }: SignedRequest, signal = new AbortController().signal) {
  const call = { projectId: ctx.project.id, ...signed, body: async () => body, signal };
  const accepted = await acceptSlackCommand(ctx, call);
  await accepted.answering;
  return accepted.reply;
}

const textOf = ({ blocks = [] }: { blocks?: { text?: { text: string } }[] }) =>
  blocks.map(({ text }) => text?.text ?? "").join("\n");

test("a question is acknowledged, and its answer follows with citations as links, for the person who asked", async ({
  model,
  open,
  slack,
}) => {
  const ctx = await open();
  model.plays([reply.text("Up to **50 MB** [1].")]);

  const acknowledged = await take(ctx, slack.ask("How large may a file be?"));

  expect(acknowledged).toEqual({ response_type: "ephemeral", text: "Looking through the docs…" });
  expect(slack.faults).toEqual([]);
  const url = "https://docs.acme.com/upload#uploads";
  expect(slack.messages).toEqual([
    {
      response_type: "ephemeral",
      text: "How large may a file be?",
      blocks: [
        { type: "header", text: { type: "plain_text", text: "How large may a file be?", emoji: false } },
        { type: "section", text: { type: "mrkdwn", text: `Up to *50 MB* <${url}|[1]>.` } },
        { type: "section", text: { type: "mrkdwn", text: `<${url}|1. Uploads>` } },
      ],
    },
  ]);
  const turn = await ctx.db.threadTurn.findFirstOrThrow({
    where: { projectId: ctx.project.id },
    include: { thread: true },
  });
  expect(turn).toMatchObject({ question: "How large may a file be?", status: "done", thread: { fp: "slack-T1-U1" } });
});

test("an answer for the channel shows no mention, link or format of a reader's or a page's, and fits into Slack", async ({
  model,
  open,
  slack,
}) => {
  const ctx = await open(true);
  const code = Array.from({ length: 400 }, (_, index) => `const a${index} = "<!channel> & ${index}";`).join("\n");
  const said = `# A & <B>\n\n<!here> ask <@U2> or [us|x](https://docs.acme.com/upload?a=1&b=2)\n\n| a | b |\n| - | - |\n\n\`\`\`js\n${code}\n\`\`\`\n\n- ${"<word> & ".repeat(900)}`;
  model.plays([reply.text(said)]);

  await take(ctx, slack.ask(`<!channel> ${"why ".repeat(100)}?`));

  expect(slack.faults).toEqual([]);
  const [message] = slack.messages;
  expect(message?.response_type).toBe("in_channel");
  const text = textOf(message ?? {});
  expect(text).toContain("*A &amp; &lt;B&gt;*");
  expect(text).toContain("ask &lt;@U2&gt; or <https://docs.acme.com/upload|us|x>");
  expect(text).toContain("```\n| a | b |\n| - | - |\n```");
  expect(text.split("```").length % 2).toBe(1);
  expect(text).toContain('const a399 = "&lt;!channel&gt; &amp; 399";');
  expect(text).toContain("• &lt;word&gt; &amp; ");
});

test("a question that the docs don't answer becomes a gap, and the message says so", async ({ model, open, slack }) => {
  const ctx = await open();
  model.plays([reply.text("The pages do not say.\n\n[[unanswered]]")]);

  await take(ctx, slack.ask("How large may a file be on Mars?"));

  const [message] = slack.messages;
  expect(message?.blocks?.at(-1)?.elements).toEqual([
    { type: "mrkdwn", text: "Not answered by the docs. Added to gaps." },
  ]);
  const where = { projectId: ctx.project.id, category: "unanswered" as const };
  expect(await ctx.db.threadTurn.count({ where })).toBe(1);
});

test("a request that is sent again is answered once, by whichever process", async ({ model, open, slack }) => {
  const ctx = await open();
  model.plays([reply.text("Every night [1]."), reply.text("Twice.")]);
  const request = slack.ask("How often do I run a backup?");

  const replies = await Promise.all([take(ctx, request), take(ctx, request), take(ctx, request)]);

  expect(new Set(replies.map((said) => said?.text))).toEqual(new Set(["Looking through the docs…"]));
  expect(slack.messages).toHaveLength(1);
});

test("what isn't signed with the project's secret, or is old, is refused before it does anything", async ({
  open,
  services,
  slack,
}) => {
  const [ctx, other] = [await open(), await seedProject(services)];
  const request = slack.ask("How large may a file be?");
  const now = ctx.clock.now().getTime();
  const refused: [ProjectContext, SignedRequest][] = [
    [ctx, { ...request, body: `${request.body}&text=other` }],
    [ctx, { ...request, signature: `v0=${"0".repeat(64)}` }],
    [ctx, { ...request, signature: request.signature.slice(0, -1) }],
    [ctx, { ...request, timestamp: "" }],
    [ctx, slack.ask("Old?", { at: now - 301_000 })],
    [ctx, slack.ask("Early?", { at: now + 302_000 })],
    [other, request],
  ];
  for (const [to, sent] of refused) await expect(take(to, sent)).rejects.toMatchObject({ code: "invalid_signature" });
  await clearSlackCommand(ctx);
  await expect(take(ctx, request)).rejects.toMatchObject({ code: "invalid_signature" });
  expect(await ctx.db.slackRequest.count({ where: { projectId: ctx.project.id } })).toBe(0);
  expect(slack.messages).toEqual([]);
});

test("an answer goes to Slack or to the operator's own network, and nowhere else", async ({ open, slack }) => {
  const ctx = await open();
  for (const address of ["https://evil.example/x", "http://hooks.slack.com/x", "http://10.0.0.1/x", "file:///x", "x"])
    await expect(take(ctx, slack.ask("How?", { response_url: address }))).rejects.toMatchObject({
      code: "invalid_request",
    });
});

test("limits and budgets count, for each person, and their refusals are sentences in Slack", async ({
  model,
  open,
  slack,
}) => {
  const ctx = await open();
  const { limits } = ctx;
  const bounded = { ...ctx, limits: { ...limits, assistantPerAddressAndDay: 1 } };
  model.plays(() => reply.text("50 MB [1]."));

  await take(bounded, slack.ask("One?"));
  const refused = await take(bounded, slack.ask("Two?"));
  await take(bounded, slack.ask("Mine?", { user: "U2" }));

  expect(refused?.text).toBe("You have asked as many questions as one person may in a day.");
  expect(slack.messages).toHaveLength(2);
  const none = { ...ctx, budgets: { ...ctx.budgets, projectMicroUsd: 0 } };
  await take(none, slack.ask("Three?", { user: "U3" }));
  expect(slack.messages.at(-1)).toMatchObject({ response_type: "ephemeral", text: expect.stringMatching(/budget/i) });
});

test("an answer that fails is said to the person who asked, and does not count", async ({ model, open, slack }) => {
  const ctx = await open(true);
  const bounded = { ...ctx, limits: { ...ctx.limits, assistantPerAddressAndDay: 1 } };
  model.plays([reply.error(400, "no"), reply.text("50 MB [1].")]);

  await take(bounded, slack.ask("How large may a file be?"));
  expect(slack.messages).toEqual([
    { response_type: "ephemeral", text: "The assistant's model failed. Try again later." },
  ]);
  await take(bounded, slack.ask("How large may it be?"));

  expect(slack.messages.at(-1)?.response_type).toBe("in_channel");
});

test("a message that Slack could not take is sent again, and one that it refused is not", async ({
  model,
  open,
  slack,
}) => {
  const ctx = await open();
  model.plays(() => reply.text("50 MB [1]."));
  slack.failWith(503);
  await take(ctx, slack.ask("How large may a file be?"));
  expect(slack.messages).toHaveLength(1);

  slack.failWith(404);
  await take(ctx, slack.ask("How large may it be?"));
  expect(slack.messages).toHaveLength(1);
});

test("people in Slack read the pages that belong to no group", async ({ model, open, slack }) => {
  const ctx = await open();
  await setReaderAccess(ctx, { method: "keys" });
  await seedSite(ctx, [
    { path: "/upload", title: "Uploads", text: "A file may be 50 MB." },
    { path: "/secret", title: "Secret uploads", text: "A file of ours may be 900 MB.", readers: ["staff"] },
  ]);
  let prompt = "";
  model.plays((request) => {
    prompt = JSON.stringify(request);
    return reply.text("50 MB [1].");
  });

  await take(ctx, slack.ask("How large may a file be?"));

  expect(prompt).toContain("50 MB");
  expect(prompt).not.toContain("900 MB");
});

test("a check of the address and a command without a question are answered without the assistant", async ({
  open,
  slack,
}) => {
  const ctx = await open();

  expect(await take(ctx, slack.ask("", { ssl_check: "1" }))).toBeNull();
  expect((await take(ctx, slack.ask("  ")))?.text).toContain("/docs how do I");
  expect((await take(ctx, slack.ask(" \u0000 ")))?.text).toContain("/docs how do I");
  expect(slack.messages).toEqual([]);
});

test("the secret is stored encrypted, and in no log, export and state", async ({ open }) => {
  const ctx = await open();
  const state = await setSlackCommand(ctx, { isPublic: true });

  expect(state.settings).toMatchObject({ isPublic: true });
  expect(JSON.parse(state.manifest).features.slash_commands[0].url).toBe(`${ctx.baseUrl}/api/slack/${ctx.project.id}`);
  const where = { projectId: ctx.project.id };
  const stored = [state, await ctx.db.slackCommand.findMany({ where }), await ctx.db.auditEvent.findMany({ where })];
  expect(JSON.stringify(stored)).not.toContain(SECRET);
  await clearSlackCommand(ctx);
  await expect(setSlackCommand(ctx, { isPublic: false })).rejects.toMatchObject({ code: "invalid_request" });
});
