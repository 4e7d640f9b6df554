import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { POST as reading } from "#app/(api)/mcp/[domain]/route.ts";
import { POST as admin } from "#app/(api)/mcp/admin/[projectId]/route.ts";

type McpConnection = {
  /** The server of a site's readers, or of a project's team. */
  to: { domain: string } | { projectId: string };
  /** None for a visitor. */
  key?: string;
  /** Of each request, e.g. a reader's token. */
  headers?: Record<string, string>;
  /** The protocol's revision from 2026 on; without it, the client speaks the one before. */
  revision?: "2026-07-28";
};

/** The protocol's own client, whose requests go to the route. Close it after the test. */
export async function connectMcp({ to, key, headers, revision }: McpConnection): Promise<Client> {
  const mode = revision === undefined ? "legacy" : { pin: revision };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const [path, route] = "domain" in to ? [to.domain, reading] : [`admin/${to.projectId}`, admin];
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost/mcp/${path}`), {
    requestInit: { headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers } },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      if (request.method !== "POST") return new Response(null, { status: 405 });
      return route(request, { params: Promise.resolve(to) });
    },
  });
  await client.connect(transport);
  return client;
}
