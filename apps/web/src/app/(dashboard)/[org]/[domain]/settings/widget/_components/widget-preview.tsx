"use client";
import { Button } from "@docsteward/ui/button";
import { destroy, init } from "@docsteward/widget/loader";
import { useEffect, useRef, useState } from "react";
import { usePlaygroundKey } from "#app/(dashboard)/[org]/[domain]/assistant/_components/playground-key.tsx";
import { useProject } from "#components/project-context.tsx";
import { SettingsSection } from "../../_components/settings-section.tsx";

/** The widget itself, as it was saved. Its questions are those of the playground. */
export function WidgetPreview() {
  const { baseUrl } = useProject();
  const { get } = usePlaygroundKey();
  const place = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    let isCurrent = true;
    void get().then((key) => {
      if (isCurrent && place.current)
        init({ key, host: location.origin, mode: "inline", target: place.current, selection: false, shortcut: "none" });
    });
    return () => {
      isCurrent = false;
      destroy();
    };
  }, [isShown, get]);
  return (
    <SettingsSection
      title="Preview"
      description={`The widget as it is saved, served from ${baseUrl}. Questions here count towards the limits.`}
      actions={
        <Button size="sm" onClick={() => setShown(!isShown)}>
          {isShown ? "Close preview" : "Open preview"}
        </Button>
      }
    >
      <div ref={place} className={isShown ? "h-120" : "hidden"} />
      {!isShown && <p className="text-muted-foreground">Open the preview to try the widget with your pages.</p>}
    </SettingsSection>
  );
}
