"use client";
import { CodeBlock } from "@docsteward/ui/copy";
import Link from "next/link";
import { useProject } from "#components/project-context.tsx";
import { projectHref } from "#components/project-pages.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";
import { SNIPPETS } from "./snippets.ts";

/** How each generator of sites takes the script tag. */
export function WidgetSnippets() {
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
            <CodeBlock code={write(site.baseUrl)} />
          </details>
        ))}
      </div>
    </SettingsSection>
  );
}
