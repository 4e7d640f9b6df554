import { reply } from "@docsteward/model-script/script";
import { seedSite } from "@docsteward/services/site/testing-site";
import { setSlackCommand } from "@docsteward/services/slack/settings";
import { type SignedRequest, startSlack } from "@docsteward/services/slack/testing-slack";
import type { TestServicesOptions } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { startScriptedAssistant } from "@docsteward/services/thread/testing-assistant";
import { expect } from "vitest";
import { appProjectTest } from "#testing/test-app.ts";
import { POST } from "./route.ts";

const SECRET = "8f742231b10e8888abcd99yyyzzz85a5";

const test = appProjectTest()
  .extend("model", { scope: "file" }, untilEnd(startScriptedAssistant))
  .extend("options", { scope: "file" }, ({ model }): TestServicesOptions => {
    return { assistant: model.assistant, webhooks: { allowedNetworks: ["127.0.0.0/8"] } };
  })
  .extend(
    "slack",
    { scope: "file" },
    untilEnd(() => startSlack(SECRET)),
  )
  .extend("post", { scope: "file" }, ({ ctx }) => ({ timestamp, signature, body }: SignedRequest) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": signature,
    };
    const request = new Request(`http://localhost/api/slack/${ctx.project.id}`, { method: "POST", headers, body });
    return POST(request, { params: Promise.resolve({ projectId: ctx.project.id }) });
  });

test("the route acknowledges before the model has said anything, and the answer follows", async ({
  ctx,
  model,
  slack,
  post,
}) => {
  await seedSite(ctx, [{ path: "/upload", title: "Uploads", text: "A file may be 50 MB." }]);
  await setSlackCommand(ctx, { signingSecret: SECRET });
  const gate = Promise.withResolvers<void>();
  model.plays(async () => {
    await gate.promise;
    return reply.text("50 MB [1].");
  });

  const response = await post(slack.ask("How large may a file be?"));

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ response_type: "ephemeral", text: "Looking through the docs…" });
  expect(slack.messages).toEqual([]);
  gate.resolve();
  await expect.poll(() => slack.messages.length, { timeout: 120_000 }).toBe(1);
  expect(slack.faults).toEqual([]);
});

test("a stranger and a body that is too large are refused", async ({ slack, post }) => {
  const request = slack.ask("How?");

  expect((await post({ ...request, signature: `v0=${"0".repeat(64)}` })).status).toBe(401);
  expect((await post({ ...request, body: "x".repeat(100_001) })).status).toBe(413);
});
