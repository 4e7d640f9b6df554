import { startTestGitHub } from "@docsteward/git/testing-github";
import { expect, test } from "vitest";
import { createTestServices } from "../testing.ts";
import { acceptGitHubEvent } from "./accept.ts";

test("the body of an event that cannot be signed is not read", async () => {
  const at = await startTestGitHub();
  await using services = await createTestServices({ gitHubApp: at.config });
  const body = () => Promise.reject(new Error("The body was read."));

  for (const signature of [null, "", "sha256=abc"]) {
    const refused = acceptGitHubEvent(services, { id: "one", event: "push", signature, body });
    await expect(refused).rejects.toMatchObject({ code: "invalid_signature" });
  }

  await at.close();
});
