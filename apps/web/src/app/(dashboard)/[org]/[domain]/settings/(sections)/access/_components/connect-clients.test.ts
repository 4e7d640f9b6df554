import { readFile } from "node:fs/promises";
import { updateProject } from "@docsteward/services/project/update";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { connectMcp } from "#testing/connect-mcp.ts";
import { appTest } from "#testing/test-app.ts";
import { mcpClients } from "./connect-clients.tsx";

const test = appTest();

const baseUrl = "https://docsteward.example.com";

type ServerEntry = { url: string; headers?: Record<string, string> };

/** What each client reads from its configuration, with the key that its reader puts in. */
function readServers(clients: ReturnType<typeof mcpClients>, domain: string, key: string): ServerEntry[] {
  return clients.map(({ name, code }) => {
    const text = code.replace("svc_dsc_…", key).replace(`\${input:${domain}-key}`, key);
    if (name === "Claude") return { url: text };
    if (name !== "Claude Code") {
      const { mcpServers, servers } = JSON.parse(text);
      return (mcpServers ?? servers)[domain];
    }
    const [, url = "", authorization] =
      /^claude mcp add --transport http \S+ (\S+)(?: --header "Authorization: (.*)")?$/.exec(text) ?? [];
    return { url, ...(authorization !== undefined && { headers: { Authorization: authorization } }) };
  });
}

test.for([true, false])(
  "each client connects with its configuration, where the project is public: %s",
  async (isPublic, { services }) => {
    const ctx = await seedProject(services);
    await seedSite(ctx, [{ path: "/flags", text: "A flag turns a feature off." }]);
    if (isPublic) await updateProject(ctx, { isPublic });
    const { domain } = ctx.project;
    const { token } = await seedKey(ctx, { kind: "assistant" });
    const clients = mcpClients({ baseUrl, domain, access: isPublic ? "public" : "key" });

    const servers = readServers(clients, domain, token);

    expect(servers).toHaveLength(isPublic ? 4 : 3);
    for (const { url, headers } of servers) {
      expect(url).toBe(`${baseUrl}/mcp/${domain}`);
      expect(headers === undefined).toBe(isPublic);
      const client = await connectMcp({ to: { domain }, headers });
      expect((await client.listResources()).resources).toHaveLength(1);
      await client.close();
    }
  },
);

test("links of a public project, and of one that people sign in to, hold what the programs read from their configuration; no other project has any", () => {
  const site = { baseUrl, domain: "acme-docs" };
  expect(mcpClients({ ...site, access: "sign-in" })).toEqual(mcpClients({ ...site, access: "public" }));
  const [, cursor, vsCode] = mcpClients({ ...site, access: "public" });
  const [fromCursor, fromVsCode] = [new URL(cursor?.link ?? ""), new URL(vsCode?.link ?? "")];

  expect(fromCursor.searchParams.get("name")).toBe("acme-docs");
  expect(JSON.parse(atob(fromCursor.searchParams.get("config") ?? ""))).toEqual({
    url: `${baseUrl}/mcp/acme-docs`,
  });
  expect(JSON.parse(decodeURIComponent(fromVsCode.search.slice(1)))).toEqual({
    name: "acme-docs",
    type: "http",
    url: `${baseUrl}/mcp/acme-docs`,
  });
  expect(mcpClients({ ...site, access: "key" }).every(({ link }) => link === undefined)).toBe(true);
});

test("the documentation has the same configurations", async () => {
  const docs = await readFile(new URL("../../../../../../../../../../../docs/mcp.md", import.meta.url), "utf8");

  for (const { name, code } of mcpClients({ baseUrl, domain: "acme-docs", access: "key" })) {
    const line = name === "Claude Code" ? code : JSON.stringify(JSON.parse(code));
    expect(docs).toContain(`\`${line}\``);
  }
});
