import { toolsFor } from "@docsteward/contract/mcp-clients";
import { DEFAULT_WIDGET, type WidgetConfig, WidgetSettings } from "@docsteward/contract/widget";
import { recordAudit } from "./audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "./context.ts";

/** How the project's widget looks; defaults for what was never set. */
export function getWidgetSettings({ project }: ProjectContext): WidgetSettings {
  const stored = WidgetSettings.partial().safeParse(project.widget);
  return { ...DEFAULT_WIDGET, ...stored.data };
}

/** What a website's widget needs before it asks. */
export async function getWidgetConfig(ctx: ProjectContext): Promise<WidgetConfig> {
  const { domain, supportContact, isPublic } = ctx.project;
  const tools = isPublic ? toolsFor({ name: domain, url: `${ctx.baseUrl}/mcp/${domain}` }) : [];
  return { domain, contact: supportContact, tools, ...getWidgetSettings(ctx) };
}

/** Stores how the project's widget looks. Websites get it with the next opening of the widget. */
export async function updateWidgetSettings(ctx: ProjectContext, settings: WidgetSettings): Promise<WidgetSettings> {
  const { id: projectId, organizationId } = ctx.project;
  await inTransaction(ctx, async (within) => {
    await within.db.project.update({ where: { id: projectId }, data: { widget: settings } });
    const details = { title: settings.title, starters: settings.starters.length };
    await recordAudit(within, { organizationId, projectId, action: "widget.updated", targetId: projectId, details });
    afterCommit(within, () => ctx.memory.forget());
  });
  return settings;
}
