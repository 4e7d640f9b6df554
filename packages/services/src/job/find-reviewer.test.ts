import { expect } from "vitest";
import type { Actor } from "../actor.ts";
import type { ProjectContext } from "../context.ts";
import { recordGitHubPerson } from "../sign-in/providers.ts";
import { seedMember, seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import { createJob } from "./create.ts";
import { sendMessage } from "./send-message.ts";

const test = servicesTest()
  .extend("ctx", { scope: "file", auto: true }, ({ services }) =>
    seedProject(services, { repository: "https://github.com/acme/docs" }),
  )
  /** A member who has come in through GitHub, where they are called so. */
  .extend("seedPerson", { scope: "file" }, ({ services }) => async (login: string | null): Promise<Actor> => {
    const { id: userId, name } = await seedMember(services);
    if (login !== null) {
      const id = 1_000 + (await services.db.userAccount.count());
      await services.db.userAccount.create({
        data: { id: `acc_${id}`, userId, providerId: "github", accountId: String(id), updatedAt: new Date() },
      });
      await recordGitHubPerson(services, { id, login });
    }
    return { kind: "user", userId, name, role: "member" };
  })
  .extend(
    "reviewerOf",
    { scope: "file" },
    ({ services, ctx }) =>
      async (actor: Actor, of: ProjectContext = ctx): Promise<string | null> => {
        const { job } = await createJob({ ...of, actor }, { prompt: "Fix the typo" });
        return (await services.db.job.findUniqueOrThrow({ where: { id: job.id } })).reviewer;
      },
  );

test("who has signed in through GitHub is asked for the review of the job they made", async ({
  seedPerson,
  reviewerOf,
}) => {
  const ada = await seedPerson("ada");
  await seedPerson("grace");

  expect(await reviewerOf(ada)).toBe("ada");
});

test("there is no reviewer when the author is unknown or the repository is not on GitHub", async ({
  services,
  seedPerson,
  reviewerOf,
}) => {
  const local = await seedProject(services, { repository: "file:///srv/docs.git" });

  expect(await reviewerOf(await seedPerson(null))).toBeNull();
  expect(await reviewerOf({ kind: "operator" })).toBeNull();
  expect(await reviewerOf(await seedPerson("linus"), local)).toBeNull();
});

test("the author of a later message becomes the reviewer, and a message without a known author changes nothing", async ({
  services,
  ctx,
  seedPerson,
}) => {
  const { job } = await createJob({ ...ctx, actor: await seedPerson("hedy") }, { prompt: "Fix the typo" });
  const reviewer = async () => (await services.db.job.findUniqueOrThrow({ where: { id: job.id } })).reviewer;

  await sendMessage({ ...ctx, actor: { kind: "github", login: "joan" } }, { id: job.id, prompt: "And the title" });
  expect(await reviewer()).toBe("joan");
  await sendMessage({ ...ctx, actor: { kind: "operator" } }, { id: job.id, prompt: "And the links" });
  expect(await reviewer()).toBe("joan");
});
