import { makeRepository } from "@docsteward/git/testing";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { untilEnd } from "@docsteward/services/testing-fixtures";
import { expect } from "vitest";
import { beginShutdown } from "#server/shutdown.ts";
import { appTest, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

const test = appTest().extend(
  "repository",
  { scope: "file" },
  untilEnd(() => makeRepository({ "index.md": "# Hello\n" })),
);

test("a stream that the end of the process cuts short says where to go on", async ({ services, repository }) => {
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
