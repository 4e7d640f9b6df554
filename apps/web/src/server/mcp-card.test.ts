import { updateProject } from "@docsteward/services/project/update";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect, onTestFinished } from "vitest";
import { GET as getOther } from "#app/(api)/.well-known/[[...path]]/route.ts";
import { GET as getCatalog } from "#app/(api)/.well-known/ai-catalog.json/route.ts";
import { GET as getCard } from "#app/(api)/mcp/[domain]/server-card/route.ts";
import { connectMcp } from "#testing/connect-mcp.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appTest, send } from "#testing/test-app.ts";

const test = appTest();
const headers = { "X-Docsteward-Remote-Address": "192.0.2.7" };

test("the card of a public project says what a client that connects finds, without a key", async ({ services }) => {
  const ctx = await seedProject(services);
  await updateProject(ctx, { isPublic: true, siteUrl: "https://docs.acme.com" });
  await seedSite(ctx, [{ path: "/flags", text: "A flag." }]);
  const { domain, name } = ctx.project;

  const response = await send(getCard, { params: { domain }, headers });
  const card = await response.json();
  const client = await connectMcp({ to: { domain }, headers, revision: "2026-07-28" });
  onTestFinished(() => client.close());
  const again = await send(getCard, {
    params: { domain },
    headers: { ...headers, "if-none-match": response.headers.get("etag") ?? "" },
  });

  expect(response.headers.get("content-type")).toBe("application/mcp-server-card+json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cache-control")).toBe("public, max-age=300");
  expect(again.status).toBe(304);
  expect(card).toEqual({
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: `${new URL(services.baseUrl).hostname.split(".").reverse().join(".")}/${domain}`,
    title: `${name} documentation`,
    description: expect.stringMatching(/^.{1,100}$/),
    version: client.getServerVersion()?.version,
    websiteUrl: "https://docs.acme.com",
    remotes: [
      {
        type: "streamable-http",
        url: `${services.baseUrl}/mcp/${domain}`,
        supportedProtocolVersions: expect.arrayContaining(["2026-07-28", "2025-11-25"]),
      },
    ],
  });
});

test("the card of another project needs a key, and names the header that brings it", async ({ services }) => {
  const ctx = await seedProject(services);
  const { domain } = ctx.project;
  const { token: key } = await seedKey(ctx, { kind: "assistant" });

  await expectProblem(await send(getCard, { params: { domain }, headers }), "missing_key");
  const response = await send(getCard, { params: { domain }, headers, key });

  expect(response.headers.get("cache-control")).toBe("private, no-cache");
  expect((await response.json()).remotes).toMatchObject([{ headers: [{ name: "Authorization", isSecret: true }] }]);
});

test("the catalog lists the cards of public projects alone", async ({ services }) => {
  const [open, closed] = [await seedProject(services), await seedProject(services)];
  await updateProject(open, { isPublic: true });

  const response = await send(getCatalog, { params: {} });
  const { specVersion, entries } = await response.json();

  expect(response.headers.get("content-type")).toBe("application/ai-catalog+json");
  expect(specVersion).toBe("1.0");
  expect(entries).toContainEqual({
    identifier: `urn:air:${new URL(services.baseUrl).hostname}:mcp:${open.project.domain}`,
    type: "application/mcp-server-card+json",
    url: `${services.baseUrl}/mcp/${open.project.domain}/server-card`,
  });
  expect(JSON.stringify(entries)).not.toContain(closed.project.domain);
});

test("what a client looks for and is not there is an error that it can read, and no page", async () => {
  const response = await send(getOther, { params: {} });

  await expectProblem(response, "not_found");
});
