/** How a program of the reader's takes the MCP server. */
type McpClient = {
  name: string;
  /** Where the configuration belongs. */
  place: string;
  code: string;
};

type SiteServer = { baseUrl: string; domain: string; isPublic: boolean };

const KEY = "svc_dsc_…";

/** The configuration of each client. Those of a public project hold no key. */
export function mcpClients({ baseUrl, domain, isPublic }: SiteServer): McpClient[] {
  const url = `${baseUrl}/mcp/${domain}`;
  const header = isPublic ? "" : ` --header "Authorization: Bearer ${KEY}"`;
  const headersWith = (key: string) => (isPublic ? {} : { headers: { Authorization: `Bearer ${key}` } });
  const id = `${domain}-key`;
  const input = { type: "promptString", id, description: `Assistant key of ${domain}`, password: true };
  return [
    { name: "Claude Code", place: "in a terminal", code: `claude mcp add --transport http ${domain} ${url}${header}` },
    {
      name: "Cursor",
      place: "~/.cursor/mcp.json",
      code: toJson({ mcpServers: { [domain]: { url, ...headersWith(KEY) } } }),
    },
    {
      name: "VS Code",
      place: ".vscode/mcp.json",
      // VS Code asks for the key once and stores it outside the file.
      code: toJson({
        ...(!isPublic && { inputs: [input] }),
        servers: { [domain]: { type: "http", url, ...headersWith(`\${input:${id}}`) } },
      }),
    },
    ...(isPublic ? [{ name: "Claude", place: "Settings › Connectors › Add custom connector", code: url }] : []),
  ];
}

const toJson = (value: object) => JSON.stringify(value, null, 2);
