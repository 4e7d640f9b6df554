"use client";

import { Button } from "@docsteward/ui/button";
import { CodeBlock } from "@docsteward/ui/copy";
import { Field, Input } from "@docsteward/ui/field";
import { Select } from "@docsteward/ui/select";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { DEFAULT_LOOK, type Look, SNIPPETS } from "./widget-snippets.ts";

const WidgetWindow = dynamic(() => import("./widget-window.tsx").then((module) => module.WidgetWindow), { ssr: false });

/** How the widget looks, tried on this page, and the script tag that says so. */
export function WidgetSetup() {
  const [look, setLook] = useState(DEFAULT_LOOK);
  return (
    <>
      <Appearance look={look} onChange={setLook} />
      <Snippets look={look} />
    </>
  );
}

const CHOICES = {
  mode: [
    { value: "bubble", label: "Window in the corner" },
    { value: "panel", label: "Panel at the side" },
    { value: "modal", label: "Dialog over the page" },
    { value: "inline", label: "Part of the page" },
  ],
  side: [
    { value: "end", label: "End: right in English" },
    { value: "start", label: "Start: left in English" },
  ],
  theme: [
    { value: "auto", label: "As the page" },
    { value: "light", label: "Light" },
    { value: "dark", label: "Dark" },
  ],
  language: [
    { value: "", label: "The page's language" },
    ...(["en", "de", "fr", "es", "ja", "zh", "pt"] as const).map((value) => ({
      value,
      label: new Intl.DisplayNames(value, { type: "language" }).of(value) ?? value,
    })),
  ],
} as const satisfies Partial<Record<keyof Look, readonly { value: string; label: string }[]>>;

const LABELS = { mode: "Shown as", side: "Side", theme: "Theme", language: "Language" } as const;

function Appearance({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  const [isShown, setShown] = useState(false);
  return (
    <SettingsSection
      title="Appearance"
      description="Try the widget on this page, with your pages and the saved text. Questions count towards the limits. The script tag below has what you choose."
      actions={
        <Button size="sm" onClick={() => setShown(!isShown)}>
          {isShown ? "Close preview" : "Open preview"}
        </Button>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {(["mode", "side", "theme", "language"] as const).map((name) => (
          <Field key={name} label={LABELS[name]}>
            <Select
              choices={CHOICES[name]}
              value={look[name]}
              onChange={(value) => onChange({ ...look, [name]: value })}
              isWide
            />
          </Field>
        ))}
        <Field label="Color of buttons">
          <Input type="color" value={look.accent} onValueChange={(accent) => onChange({ ...look, accent })} />
        </Field>
      </div>
      {isShown && <WidgetWindow look={look} />}
    </SettingsSection>
  );
}

/** How each generator of sites takes the script tag. */
function Snippets({ look }: { look: Look }) {
  const site = useProject();
  return (
    <SettingsSection
      title="Put it on your website"
      description={
        <>
          Replace <code className="font-mono text-xs">svc_dsc_…</code> with an assistant key that lists your website
          under{" "}
          <Link href={`${projectHref(site, "settings")}/origins`} className="text-brand underline underline-offset-2">
            Allowed websites
          </Link>
          . Everyone who opens the website can read the key.
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {SNIPPETS.map(({ name, file, write }, index) => (
          <details key={name} name="generator" open={index === 0}>
            <summary className="cursor-pointer font-medium">{name}</summary>
            <p className="my-1.5 text-muted-foreground text-xs">{file}</p>
            <CodeBlock code={write(site.baseUrl, look)} />
          </details>
        ))}
      </div>
    </SettingsSection>
  );
}
