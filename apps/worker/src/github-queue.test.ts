import { reply } from "@docsteward/model-script/script";
import { acceptGitHubEvent } from "@docsteward/services/github-event/accept";
import { listenToEvents } from "@docsteward/services/github-event/testing-events";
import { expect, test } from "vitest";
import { startGitHubQueue } from "./queues.ts";
import { startGitHubWorker } from "./testing/worker.ts";

const SCRIPT = [
  reply.tool("read", { path: "index.mdx" }),
  reply.tool("edit", { path: "index.mdx", old: "recieve", new: "receive" }),
  reply.tool("finish", { title: "Fix the typo", summary: "It said recieve." }),
  reply.text("It is spelled like that on no other page."),
];

test("a comment on the pull request is worked on and answered there once, and a merge is reported", async () => {
  await using story = await startGitHubWorker((request) => SCRIPT[request.turn]);
  const { worker, at } = story;
  const { services } = worker;
  await using listener = await listenToEvents(async (request) => {
    const { headers } = request;
    const status = await acceptGitHubEvent(services, {
      id: headers.get("x-github-delivery"),
      event: headers.get("x-github-event"),
      signature: headers.get("x-hub-signature-256"),
      body: () => request.text(),
    });
    return new Response(status, { status: 202 });
  });
  await startGitHubQueue(worker.parts);
  at.app.webhookUrl = listener.url;
  at.forge.addPerson("ada");
  at.repository.setRole("ada", "write");
  const job = await worker.run("Fix the typo");
  const [pull] = at.repository.pulls();
  if (!pull) throw new Error("The job has opened no pull request.");

  at.repository.comment(pull.number, "@docsteward Is it anywhere else?", "ada");
  const answers = () => pull.comments.filter(({ author }) => author.type === "Bot");
  await expect.poll(answers).toHaveLength(1);
  await at.repository.merge(pull.number, "ada");
  const merged = async () => (await worker.events(job.id)).filter(({ type }) => type === "pull_request.merged");
  await expect.poll(merged).toHaveLength(1);
  await at.forge.delivered();

  expect(answers()).toMatchObject([
    { body: expect.stringContaining("@ada\n\nIt is spelled like that on no other page.") as string },
  ]);
  expect(at.repository.pulls()).toHaveLength(1);
  expect(await at.repository.read("index.mdx")).toContain("receive");
  expect(new Set(listener.statuses)).toEqual(new Set([202]));
});
