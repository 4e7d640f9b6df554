"use client";
import { Button } from "@docsteward/ui/button";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

const WidgetWindow = dynamic(() => import("./widget-window.tsx").then((module) => module.WidgetWindow), { ssr: false });

/** The widget itself, as it was saved. */
export function WidgetPreview() {
  const { baseUrl } = useProject();
  const [isShown, setShown] = useState(false);
  return (
    <SettingsSection
      title="Preview"
      description={`The saved widget, served from ${baseUrl}. Questions here count towards the limits.`}
      actions={
        <Button size="sm" onClick={() => setShown(!isShown)}>
          {isShown ? "Close preview" : "Open preview"}
        </Button>
      }
    >
      {isShown ? (
        <WidgetWindow />
      ) : (
        <p className="text-muted-foreground">Open the preview to try the widget with your pages.</p>
      )}
    </SettingsSection>
  );
}
