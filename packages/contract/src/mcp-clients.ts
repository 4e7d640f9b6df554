/** A public MCP server, as a reader's program takes it. */
type PublicServer = { name: string; url: string };

/** Opens Cursor, which asks whether to add the server. */
export function cursorLink({ name, url }: PublicServer): string {
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`;
}

/** Opens VS Code, which asks whether to add the server. */
export function vsCodeLink({ name, url }: PublicServer): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url }))}`;
}

/** Adds the server to Claude Code, in a terminal. */
export function claudeCommand({ name, url }: PublicServer): string {
  return `claude mcp add --transport http ${name} ${url}`;
}

/** How a reader's program takes a public server: by a link that opens the program, or by a text to copy into it. */
type McpTool = { name: string; link: string | null; text: string | null };

/** The programs that readers can add a public server to. */
export function toolsFor(server: PublicServer): McpTool[] {
  return [
    { name: "Cursor", link: cursorLink(server), text: null },
    { name: "VS Code", link: vsCodeLink(server), text: null },
    { name: "Claude Code", link: null, text: claudeCommand(server) },
    { name: "Claude", link: null, text: server.url },
  ];
}
