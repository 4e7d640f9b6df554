import { expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { rateAnswer, startTurn } from "./turn.ts";

const test = servicesTest();

const TURN = {
  fp: "reader",
  threadId: "thread",
  isIssued: false,
  question: "How?",
  commit: "1".repeat(40),
  model: "m",
};

test.for(["msg_none", "", "\0", "msg_\ud800"])("there is no answer %j to rate", async (messageId, { services }) => {
  const ctx = await seedProject(services);

  await expect(rateAnswer(ctx, { messageId, rating: "up" })).rejects.toMatchObject({ code: "not_found" });
});

test("hides another project's answer", async ({ services }) => {
  await startTurn(await seedProject(services), { id: "msg_theirs", ...TURN });

  const rating = rateAnswer(await seedProject(services), { messageId: "msg_theirs", rating: "up" });

  await expect(rating).rejects.toMatchObject({ code: "not_found" });
});
