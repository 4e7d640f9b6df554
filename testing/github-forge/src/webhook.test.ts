import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type SeededForge, seedForge } from "./testing.ts";

type Received = { headers: IncomingHttpHeaders; body: string };

/** Something that listens to events and keeps them. */
async function listen(): Promise<AsyncDisposable & { url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((message, response) => {
    let body = "";
    message.setEncoding("utf8").on("data", (text: string) => {
      body += text;
    });
    message.on("end", () => {
      received.push({ headers: message.headers, body });
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    [Symbol.asyncDispose]: async () => void (await new Promise((resolve) => server.close(resolve))),
  };
}

const namesOf = ({ forge }: SeededForge) =>
  forge.deliveries.map(({ event, action }) => (action ? `${event}.${action}` : event));

test("tells the App what happens, signed with its secret", async () => {
  await using listener = await listen();
  await using at = await seedForge({ webhookUrl: listener.url });
  await at.repository.commit({ "docs.md": "# Other\n" }, { branch: "job", by: "ada" });
  await at.forge.delivered();

  const pushed = listener.received.find(({ headers }) => headers["x-github-event"] === "push");

  const signature = createHmac("sha256", at.app.webhookSecret).update(`${pushed?.body}`).digest("hex");
  expect(pushed?.headers).toMatchObject({
    "x-hub-signature-256": `sha256=${signature}`,
    "x-github-delivery": expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  expect(JSON.parse(`${pushed?.body}`)).toMatchObject({
    ref: "refs/heads/job",
    created: true,
    repository: { id: at.repository.id, full_name: "acme/docs" },
    installation: { id: at.installation.id },
    sender: { login: "ada", type: "User" },
  });
});

test("tells of pull requests, comments, and changes of repositories and installations", async () => {
  await using listener = await listen();
  await using at = await seedForge({ webhookUrl: listener.url });
  const { forge, repository, installation } = at;
  await repository.commit({ "docs.md": "# Other\n" }, { branch: "job" });
  await fetch(`${forge.apiUrl}/repos/acme/docs/pulls`, {
    method: "POST",
    headers: { authorization: `Bearer ${await at.token()}` },
    body: JSON.stringify({ title: "T", head: "job", base: "main" }),
  });
  await repository.commit({ "docs.md": "# Theirs\n" }, { branch: "job", by: "ada" });
  repository.comment(1, "Hello", "ada");
  await repository.closePull(1);
  await repository.reopenPull(1);
  await repository.merge(1);
  repository.rename("handbook");
  repository.archive();
  forge.select(installation, []);
  forge.select(installation, [repository]);
  forge.suspend(installation);
  forge.suspend(installation, false);
  forge.uninstall(installation);
  await forge.delivered();

  expect(namesOf(at)).toEqual([
    "installation.created",
    "push",
    "pull_request.opened",
    "push",
    "pull_request.synchronize",
    "issue_comment.created",
    "pull_request.closed",
    "pull_request.reopened",
    "pull_request.closed",
    "push",
    "repository.renamed",
    "repository.archived",
    "installation_repositories.removed",
    "installation_repositories.added",
    "installation.suspend",
    "installation.unsuspend",
    "installation.deleted",
  ]);
  expect(listener.received).toHaveLength(namesOf(at).length);
});

test("sends an event again with the same id and body", async () => {
  await using listener = await listen();
  await using at = await seedForge({ webhookUrl: listener.url });
  await at.forge.delivered();
  const [first] = at.forge.deliveries;
  if (!first) throw new Error("Nothing was delivered.");

  await at.forge.redeliver(first);

  const [sent, again] = listener.received;
  expect(again?.headers["x-github-delivery"]).toBe(sent?.headers["x-github-delivery"]);
  expect(again?.body).toBe(sent?.body);
  expect(first.answers).toEqual([202, 202]);
});

test("continues when no server listens", async () => {
  await using at = await seedForge({ webhookUrl: "http://127.0.0.1:9/hooks" });

  await at.forge.delivered();

  expect(at.forge.deliveries[0]?.answers).toEqual([null]);
});
