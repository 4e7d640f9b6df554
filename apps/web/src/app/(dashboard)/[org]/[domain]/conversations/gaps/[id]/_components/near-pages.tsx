import type { GapDetails } from "@docsteward/services/gap/get";
import { Card, CardHeader } from "@docsteward/ui/card";
import { SourceLink } from "../../../../_components/answer/source-list.tsx";

/** The pages that came nearest to the question: where its answer probably belongs. */
export function NearPages({ pages }: { pages: GapDetails["nearest"] }) {
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">Related pages</h2>
      </CardHeader>
      {pages.length === 0 ? (
        <p className="px-3 py-3 text-muted-foreground">No related pages.</p>
      ) : (
        <ol className="flex flex-col gap-2 px-3 py-2.5">
          {pages.map(({ path, title, url, count }) => (
            <li key={path} className="min-w-0">
              <p className="flex items-baseline gap-2">
                <SourceLink url={url}>{title}</SourceLink>
                {count > 1 && (
                  <span className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums">{count}×</span>
                )}
              </p>
              <p className="truncate font-mono text-muted-foreground text-xs">{path}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
