import { claudeCommand, cursorLink, vsCodeLink } from "@docsteward/contract/mcp-clients";
import { CodeBlock } from "@docsteward/ui/copy";
import { SettingsSection } from "../../_components/settings-section.tsx";

/** How readers add the MCP server to their own tools. Rendered on the server: the browser loads nothing for it. */
export function ConnectClients(site: SiteServer) {
  return (
    <SettingsSection title="Add to Claude, Cursor and VS Code" description={DESCRIPTIONS[site.access]}>
      <div className="flex flex-col gap-2">
        {mcpClients(site).map(({ name, place, code, link }) => (
          <details key={name} name="mcp-client" className="flex flex-col">
            <summary className="w-fit cursor-pointer py-1">
              <span className="font-medium">{name}</span> <span className="text-muted-foreground text-xs">{place}</span>
            </summary>
            {link && (
              <p className="py-1">
                <a href={link} className="text-brand underline-offset-2 hover:underline">
                  Add to {name}
                </a>
              </p>
            )}
            <CodeBlock code={code} label={`Copy configuration for ${name}`} />
          </details>
        ))}
      </div>
    </SettingsSection>
  );
}

const DESCRIPTIONS = {
  public:
    "Readers can search and read the pages in their own tools, without a key. To ask questions, too, they add an assistant key as a bearer token.",
  "sign-in": "Readers can search, read and ask in their own tools. Each tool asks them to sign in when it connects.",
  key: "Your team can search, read and ask in its own tools. Replace svc_dsc_… with an assistant key.",
};

/** How a program of the reader's takes the MCP server. */
type McpClient = {
  name: string;
  /** Where the configuration belongs. */
  place: string;
  code: string;
  /** Opens the program, which asks whether to add the server. It can hold no key. */
  link?: string;
};

type SiteServer = {
  baseUrl: string;
  domain: string;
  /** What a tool needs: nothing, a person who signs in, or a key. */
  access: "public" | "sign-in" | "key";
};

const KEY = "svc_dsc_…";

/** The configuration of each client. It holds a key only where there is no other way. */
export function mcpClients({ baseUrl, domain, access }: SiteServer): McpClient[] {
  const needsKey = access === "key";
  const url = `${baseUrl}/mcp/${domain}`;
  const server = { name: domain, url };
  const header = !needsKey ? "" : ` --header "Authorization: Bearer ${KEY}"`;
  const headersWith = (key: string) => (!needsKey ? {} : { headers: { Authorization: `Bearer ${key}` } });
  const id = `${domain}-key`;
  const input = { type: "promptString", id, description: `Assistant key of ${domain}`, password: true };
  return [
    { name: "Claude Code", place: "in a terminal", code: `${claudeCommand(server)}${header}` },
    {
      name: "Cursor",
      place: "~/.cursor/mcp.json",
      ...(!needsKey && { link: cursorLink(server) }),
      code: toJson({ mcpServers: { [domain]: { url, ...headersWith(KEY) } } }),
    },
    {
      name: "VS Code",
      place: ".vscode/mcp.json",
      ...(!needsKey && { link: vsCodeLink(server) }),
      // VS Code asks for the key once and stores it outside the file.
      code: toJson({
        ...(needsKey && { inputs: [input] }),
        servers: { [domain]: { type: "http", url, ...headersWith(`\${input:${id}}`) } },
      }),
    },
    ...(!needsKey ? [{ name: "Claude", place: "Settings › Connectors › Add custom connector", code: url }] : []),
  ];
}

const toJson = (value: object) => JSON.stringify(value, null, 2);
