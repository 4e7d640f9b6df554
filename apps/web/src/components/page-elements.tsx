import type { ReactNode } from "react";

/** The first line of a page: what it is at the left, what can be done at the right. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
      {children}
    </div>
  );
}

/** Says in place of something why it is not there. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className="rounded-lg border border-dashed px-3 py-6 text-center text-muted-foreground">{children}</p>;
}

/** A link inside text. Addresses that a forge gave may lead anywhere, so they get no opener and no referrer. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer" className="text-brand underline-offset-2 hover:underline">
      {children}
    </a>
  );
}
