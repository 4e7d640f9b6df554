import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { approveConsent } from "@docsteward/services/oauth/consent";
import { AuthorizationQuery } from "@docsteward/services/oauth/request";
import { SetClientSignIn, setClientSignIn } from "@docsteward/services/oauth/settings";
import { seedKey, seedMember } from "@docsteward/services/testing";
import { type ApiWorld, openApiWorld } from "@docsteward/web/testing/api-world";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APPLICABLE, readMetadata, runAuthorization, runSuite } from "./mcp-suite.ts";

let world: ApiWorld;
let proxy: Server;
let url: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcp-conformance-"));
  world = await openApiWorld();
  const { ctx } = await world.seedTenant();
  let token = "";
  // The suite can't send a key.
  proxy = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const target = { host: "127.0.0.1", port: world.port, path: incoming.url, method };
    const sent = request({ ...target, headers: { ...headers, authorization: `Bearer ${token}` } }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    sent.once("error", () => outgoing.destroy());
    outgoing.once("close", () => sent.destroy());
    incoming.pipe(sent);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  ({ token } = await seedKey(ctx, { kind: "assistant", allowedOrigins: [origin] }));
  url = `${origin}/mcp/${ctx.project.domain}`;
}, 600_000);
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await world.close();
  await rm(folder, { recursive: true });
});

test.each(["2025-11-25", "2026-07-28"] as const)(
  "the protocol's own suite finds no failure of what applies in revision %s",
  async (revision) => {
    const { passed, failures, stale } = await runSuite(url, revision, folder);

    expect(failures).toEqual([]);
    expect(stale).toEqual([]);
    expect(passed).toEqual(expect.arrayContaining(APPLICABLE[revision]));
  },
);

test("the suite finds no failure of the authorization server, up to a token that reads", async () => {
  const { ctx } = await world.seedTenant();
  const { organization, project } = ctx;
  await setClientSignIn(ctx, SetClientSignIn.parse({ readers: "members" }));
  const { id: userId, name } = await seedMember(ctx, { organizationId: organization.id, role: "viewer" });
  const { issuer: baseUrl } = await readMetadata(world.url);
  const person = { ...ctx, baseUrl, actor: { kind: "user", userId, name } as const };
  const resource = `${baseUrl}/mcp/${project.domain}`;

  const { passed, failures } = await runAuthorization({
    ...{ url: world.url, resource, folder },
    allow: async (given) => {
      const query = AuthorizationQuery.parse(given);
      return (await approveConsent(person, { query, scopes: ["read"], headers: new Headers() })).url;
    },
  });

  expect(failures).toEqual([]);
  expect(passed).toEqual(["authorization-code-grant", "authorization-server-metadata-endpoint"]);
});
