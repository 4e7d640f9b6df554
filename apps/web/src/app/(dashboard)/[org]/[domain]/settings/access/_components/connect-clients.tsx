import { CodeBlock } from "@docsteward/ui/copy";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { mcpClients } from "./mcp-clients.ts";

/** How readers add the MCP server to their own tools. Rendered on the server: the browser loads nothing for it. */
export function ConnectClients(site: { baseUrl: string; domain: string; isPublic: boolean }) {
  return (
    <SettingsSection
      title="Add to Claude, Cursor and VS Code"
      description={
        site.isPublic
          ? "Readers can search and read the pages in their own tools, without a key. To ask questions, too, they add an assistant key as a bearer token."
          : "Your team can search, read and ask in its own tools. Replace svc_dsc_… with an assistant key."
      }
    >
      <div className="flex flex-col gap-2">
        {mcpClients(site).map(({ name, place, code }) => (
          <details key={name} name="mcp-client" className="flex flex-col">
            <summary className="w-fit cursor-pointer py-1">
              <span className="font-medium">{name}</span> <span className="text-muted-foreground text-xs">{place}</span>
            </summary>
            <CodeBlock code={code} label={`Copy configuration for ${name}`} />
          </details>
        ))}
      </div>
    </SettingsSection>
  );
}
