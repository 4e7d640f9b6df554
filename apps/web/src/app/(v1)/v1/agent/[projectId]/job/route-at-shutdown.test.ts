import { makeRepository, type TestRepository } from "@docsteward/git/testing";
import { seedKey, seedProject, type TestServices } from "@docsteward/services/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { beginShutdown } from "#server/shutdown.ts";
import { openTestApp, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

let services: TestServices;
let repository: TestRepository;
beforeAll(async () => {
  services = await openTestApp();
  repository = await makeRepository({ "index.md": "# Hello\n" });
});
afterAll(async () => {
  await repository.remove();
  await services.close();
});

test("a stream that the end of the process cuts short says where to go on", async () => {
  const ctx = await seedProject(services, { repository: repository.url });
  const { token } = await seedKey(ctx);
  const params = { projectId: ctx.project.id };
  const body = { messages: [{ role: "user", content: "Fix the title of the guide" }] };
  const response = await send(POST, { params, key: token, body });
  const reading = response.text();

  beginShutdown();

  expect(await reading).toContain(
    `The service is restarting, and the job continues. Read it at /v1/agent/${ctx.project.id}/job/${response.headers.get("x-session-id")}`,
  );
});
