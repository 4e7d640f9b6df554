import { Card } from "@docsteward/ui/card";
import Link from "next/link";
import { Children, type ReactNode, useId } from "react";
import { useSite } from "../../../../_components/site-context.tsx";
import { partHref } from "../../../../_components/site-parts.ts";

/** A short list with the way to the whole of it. `empty` is said in the place of rows. */
export function OverviewList(props: { title: string; path: string; more: string; empty: string; children: ReactNode }) {
  const site = useSite();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id={titleId} className="font-semibold">
          {props.title}
        </h2>
        <Link href={partHref(site, props.path)} className="text-muted-foreground text-xs hover:text-foreground">
          {props.more}
        </Link>
      </div>
      <Card className="overflow-hidden">
        {Children.count(props.children) === 0 ? (
          <p className="px-3 py-6 text-center text-muted-foreground">{props.empty}</p>
        ) : (
          <ul className="divide-y">{props.children}</ul>
        )}
      </Card>
    </section>
  );
}
