import type { Metadata } from "next";
import { projectHref } from "#components/project-pages.ts";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { WidgetForm } from "./_components/widget-settings.tsx";
import { WidgetSetup } from "./_components/widget-setup.tsx";
import { WidgetUse } from "./_components/widget-use.tsx";

export const metadata: Metadata = { title: "Widget" };

export default async function WidgetSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const caller = await api();
  const [settings, keys] = await Promise.all([orNotFound(caller.widget.get(site)), orNotFound(caller.key.list(site))]);
  return (
    <div className="flex flex-col gap-5">
      <WidgetSetup />
      <WidgetForm first={settings} />
      <WidgetUse keys={keys} settings={projectHref(site, "settings")} analytics={projectHref(site, "analytics")} />
    </div>
  );
}
