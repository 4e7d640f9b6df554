import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { POST } from "#app/(api)/mcp/[domain]/route.ts";

type McpConnection = {
  domain: string;
  /** None for a visitor. */
  key?: string;
  /** Of each request, e.g. a reader's token. */
  headers?: Record<string, string>;
  /** The protocol's revision from 2026 on; without it, the client speaks the one before. */
  revision?: "2026-07-28";
};

/** The protocol's own client, whose requests go to the route. Close it after the test. */
export async function connectMcp({ domain, key, headers, revision }: McpConnection): Promise<Client> {
  const mode = revision === undefined ? "legacy" : { pin: revision };
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost/mcp/${domain}`), {
    requestInit: { headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers } },
    fetch: async (url, init) => {
      const request = new Request(url, init);
      if (request.method !== "POST") return new Response(null, { status: 405 });
      return POST(request, { params: Promise.resolve({ domain }) });
    },
  });
  await client.connect(transport);
  return client;
}
