import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestServices, seedProject, type TestServices } from "../testing.ts";
import { rateAnswer, startTurn } from "./turn.ts";

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
afterAll(() => services.close());

const TURN = {
  fp: "reader",
  threadId: "thread",
  isIssued: false,
  question: "How?",
  commit: "1".repeat(40),
  model: "m",
};

test.each(["msg_none", "", "\0", "msg_\ud800"])("there is no answer %j to rate", async (messageId) => {
  const ctx = await seedProject(services);

  await expect(rateAnswer(ctx, { messageId, rating: "up" })).rejects.toMatchObject({ code: "not_found" });
});

test("hides another project's answer", async () => {
  await startTurn(await seedProject(services), { id: "msg_theirs", ...TURN });

  const rating = rateAnswer(await seedProject(services), { messageId: "msg_theirs", rating: "up" });

  await expect(rating).rejects.toMatchObject({ code: "not_found" });
});
