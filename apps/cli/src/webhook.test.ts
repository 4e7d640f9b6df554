import { seedProject } from "@docsteward/services/testing";
import { servicesTest } from "@docsteward/services/testing-fixtures";
import { deliverWebhook } from "@docsteward/services/webhook/deliver";
import { expect } from "vitest";
import { runCli } from "./testing.ts";

const test = servicesTest().extend("cli", { scope: "file" }, ({ services }) => (...args: string[]) => {
  const { databaseUrl, dataDir, keySecret } = services;
  return runCli({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, KEY_SECRET: keySecret }, "webhook", ...args);
});
test.beforeAll(({ services }) => seedProject(services));

test("a webhook is made, tried out, looked into, paused, and deleted", async ({ services, cli }) => {
  const created = await cli("create", "https://example.com/hooks", "--event", "job.completed", "--json");
  const { id, secret } = JSON.parse(created.stdout);
  expect(secret).toMatch(/^whsec_/);

  // The name leads inside: the log has to say so.
  const { deliveryId } = JSON.parse((await cli("ping", id, "--json")).stdout);
  const { createdAt: due } = await services.db.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  const resolve = async () => [{ address: "10.0.0.1", family: 4 as const }];
  await deliverWebhook(services, { deliveryId, due, resolve });

  expect((await cli("list")).stdout).toMatch(new RegExp(`${id} +failing +job.completed +https://example.com/hooks`));
  expect((await cli("deliveries", id)).stdout).toMatch(
    /webhook\.ping +pending +1 +example.com resolves to 10\.0\.0\.1/,
  );
  expect((await cli("redeliver", deliveryId)).stderr).toContain(`Queued ${deliveryId} again.`);
  expect((await cli("update", id, "--pause", "--event", "all")).stderr).toContain("is paused and sends all events");
  expect((await cli("list")).stderr).toContain("Paused manually.");
  expect((await cli("delete", id)).stderr).toBe(`Deleted ${id}.\n`);
});

test("what cannot be is refused in a sentence", async ({ cli }) => {
  const refused = [
    [["create", "http://example.com/"], "must start with https://"],
    [["create", "https://example.com/", "--event", "job.done"], 'Event "job.done" not found'],
    [["ping", "whk_none"], "Webhook not found."],
    [["update", "whk_none", "--pause", "--resume"], "can't be used together"],
  ] as const;
  for (const [args, sentence] of refused) {
    const { code, stderr } = await cli(...args);
    expect(stderr).toContain(sentence);
    expect(code).toBeGreaterThan(0);
  }
});
