import { type ReactNode, useId } from "react";

/** A part of the page under its heading, with one line on what it counts. */
export function Section({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="flex min-w-0 flex-col gap-2.5">
      <div>
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <p className="text-muted-foreground text-xs">{hint}</p>
      </div>
      {children}
    </section>
  );
}
