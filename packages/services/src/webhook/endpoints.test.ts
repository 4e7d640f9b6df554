import { parseInput } from "@docsteward/contract/input-schema";
import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import {
  CreateWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from "./endpoints.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { pingWebhook, redeliverWebhook } from "./publish.ts";

const test = servicesTest();

const url = "https://example.com/hooks";

test("the secret is shown once and stored encrypted", async ({ services }) => {
  const ctx = await seedProject(services);

  const { secret, webhook } = await createWebhook(ctx, { url });

  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const row = await ctx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: webhook.id } });
  expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  expect(await listWebhooks(ctx)).toEqual([webhook]);
});

test.for([
  ["hooks", "must be a web address"],
  ["ftp://example.com/", "must be a web address"],
  [`https://example.com/${"x".repeat(2_000)}`, "at most 2000 characters"],
  ["https://me:secret@example.com/", "must not contain a user name"],
  ["http://example.com/", "must start with https://"],
  ["https://127.0.0.1/", "private network, as 127.0.0.1 is"],
  ["https://[::1]/", "private network, as ::1 is"],
  ["https://169.254.169.254/latest", "private network"],
  ["https://2130706433/", "private network, as 127.0.0.1 is"],
  ["https://localhost/", "private network, as localhost is"],
] as const)("%s is refused with a sentence", async ([bad, sentence], { services }) => {
  const ctx = await seedProject(services);
  const { webhook } = await createWebhook(ctx, { url });

  const attempts = [() => createWebhook(ctx, { url: bad }), () => updateWebhook(ctx, { id: webhook.id, url: bad })];
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(sentence),
    });
  }
});

test("http is for the networks that the operator names", async ({ services }) => {
  const ctx = { ...(await seedProject(services)), webhooks: { allowedNetworks: ["10.0.0.0/8"] } };

  expect((await createWebhook(ctx, { url: "http://10.1.2.3:8080/hook" })).webhook.url).toBe(
    "http://10.1.2.3:8080/hook",
  );
  await expect(createWebhook(ctx, { url: "http://192.168.1.1/" })).rejects.toMatchObject({ code: "invalid_request" });
  await expect(createWebhook(ctx, { url: "http://8.8.8.8/" })).rejects.toMatchObject({ code: "invalid_request" });
});

test("an unknown event is refused by name, and a project has at most 20 endpoints", async ({ services }) => {
  const ctx = await seedProject(services);

  expect(() => parseInput(CreateWebhook, { url, events: ["job.done"] })).toThrow(
    'Event "job.done" not found. Use one of: job.created,',
  );
  const made = await Promise.allSettled(Array.from({ length: 23 }, () => createWebhook(ctx, { url })));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  await expect(createWebhook(ctx, { url })).rejects.toMatchObject({ code: "conflict" });
});

test("hides another project's webhooks", async ({ services }) => {
  const ctx = await seedProject(services);
  const stranger = await seedProject(services);
  const { webhook } = await createWebhook(ctx, { url });
  const { id } = webhook;
  const { deliveryId } = await pingWebhook(ctx, { id });

  const attempts = [
    () => updateWebhook(stranger, { id, isPaused: true }),
    () => rotateWebhookSecret(stranger, { id }),
    () => pingWebhook(stranger, { id }),
    () => listDeliveries(stranger, { id }),
    () => redeliverWebhook(stranger, { deliveryId }),
    () => deleteWebhook(stranger, { id }),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  expect(await listWebhooks(stranger)).toEqual([]);
  await deleteWebhook(ctx, { id });
  expect(await listWebhooks(ctx)).toEqual([]);
});
