import { Info } from "lucide-react";
import { TextLink } from "./page-elements.tsx";
import { useProject } from "./project-context.tsx";
import { projectHref } from "./project-pages.ts";

/** Says what the built-in model is, and where a language model is connected. */
export function OfflineNotice() {
  const site = useProject();
  return (
    <p className="flex items-start gap-2 rounded-md border bg-muted px-3 py-2 text-muted-foreground">
      <Info aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        No language model is connected. The built-in <code className="font-mono text-xs">offline</code> model follows
        only a few exact instructions.{" "}
        <TextLink href={projectHref(site, "settings/models?connect=true")}>Connect a model</TextLink>
      </span>
    </p>
  );
}
