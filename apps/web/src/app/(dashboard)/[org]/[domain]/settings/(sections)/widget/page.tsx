import type { Metadata } from "next";
import { api, orNotFound } from "#server/trpc/caller.ts";
import { WidgetForm, WidgetPreview, WidgetSnippets } from "./_components/widget-settings.tsx";

export const metadata: Metadata = { title: "Widget" };

export default async function WidgetSettingsPage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const site = await params;
  const settings = await orNotFound((await api()).widget.get(site));
  return (
    <div className="flex flex-col gap-5">
      <WidgetSnippets />
      <WidgetForm first={settings} />
      <WidgetPreview />
    </div>
  );
}
