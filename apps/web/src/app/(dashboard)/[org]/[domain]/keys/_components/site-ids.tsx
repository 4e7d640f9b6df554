"use client";
import { CopyButton } from "@docsteward/ui/copy-button";
import { useSite } from "../../../../_components/site-context.tsx";

/** What a caller of the API has to know besides its key. */
export function SiteIds() {
  const { projectId, domain, baseUrl } = useSite();
  const ids = [
    { label: "Project ID", value: projectId, use: "agent API" },
    { label: "Domain", value: domain, use: "assistant API" },
    { label: "Base URL", value: baseUrl, use: "both" },
  ];
  return (
    <dl className="grid divide-y overflow-hidden rounded-lg border sm:grid-cols-[auto_auto_1fr] sm:divide-x sm:divide-y-0">
      {ids.map(({ label, value, use }) => (
        <div key={label} className="min-w-0 px-3 py-2">
          <dt className="text-muted-foreground text-xs">
            {label} <span>· {use}</span>
          </dt>
          <dd className="flex min-w-0 items-center gap-1">
            <code className="truncate font-mono text-xs" title={value}>
              {value}
            </code>
            <CopyButton value={value} label={`Copy ${label}`} className="-my-1" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
