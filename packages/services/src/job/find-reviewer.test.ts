import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../actor.ts";
import type { ProjectContext } from "../context.ts";
import { recordGitHubPerson } from "../sign-in/providers.ts";
import { createTestServices, seedMember, seedProject, type TestServices } from "../testing.ts";
import { createJob } from "./create.ts";
import { sendMessage } from "./send-message.ts";

let services: TestServices;
let ctx: ProjectContext;
beforeAll(async () => {
  services = await createTestServices();
  ctx = await seedProject(services, { repository: "https://github.com/acme/docs" });
});
afterAll(() => services.close());

/** A member who has come in through GitHub, where they are called so. */
async function seedPerson(login: string | null): Promise<Actor> {
  const { id: userId, name } = await seedMember(services);
  if (login !== null) {
    const id = 1_000 + (await services.db.userAccount.count());
    await services.db.userAccount.create({
      data: { id: `acc_${id}`, userId, providerId: "github", accountId: String(id), updatedAt: new Date() },
    });
    await recordGitHubPerson(services, { id, login });
  }
  return { kind: "user", userId, name, role: "member" };
}

async function reviewerOf(actor: Actor, of: ProjectContext = ctx): Promise<string | null> {
  const { job } = await createJob({ ...of, actor }, { prompt: "Fix the typo" });
  return (await services.db.job.findUniqueOrThrow({ where: { id: job.id } })).reviewer;
}

test("who has signed in through GitHub is asked for the review of the job they made", async () => {
  const ada = await seedPerson("ada");
  await seedPerson("grace");

  expect(await reviewerOf(ada)).toBe("ada");
});

test("there is no reviewer when the author is unknown or the repository is not on GitHub", async () => {
  const local = await seedProject(services, { repository: "file:///srv/docs.git" });

  expect(await reviewerOf(await seedPerson(null))).toBeNull();
  expect(await reviewerOf({ kind: "operator" })).toBeNull();
  expect(await reviewerOf(await seedPerson("linus"), local)).toBeNull();
});

test("the author of a later message becomes the reviewer, and a message without a known author changes nothing", async () => {
  const { job } = await createJob({ ...ctx, actor: await seedPerson("hedy") }, { prompt: "Fix the typo" });
  const reviewer = async () => (await services.db.job.findUniqueOrThrow({ where: { id: job.id } })).reviewer;

  await sendMessage({ ...ctx, actor: { kind: "github", login: "joan" } }, { id: job.id, prompt: "And the title" });
  expect(await reviewer()).toBe("joan");
  await sendMessage({ ...ctx, actor: { kind: "operator" } }, { id: job.id, prompt: "And the links" });
  expect(await reviewer()).toBe("joan");
});
