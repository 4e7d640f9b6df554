import { ScrollX } from "@docsteward/ui/layout";
import type { ReactNode } from "react";

type Children = { children?: ReactNode };

/** Leads out of the dashboard, without opener and referrer. */
export function OutwardLink({ href, children }: Children & { href?: string | undefined }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-brand underline underline-offset-2 hover:no-underline"
    >
      {children}
    </a>
  );
}

/** The appearance of elements that all Markdown here shares. */
export const MARKDOWN_ELEMENTS = {
  a: OutwardLink,
  code: ({ children, className }: Children & { className?: string | undefined }) =>
    className || String(children).includes("\n") ? (
      <code className="font-mono text-xs">{children}</code>
    ) : (
      <code className="break-words rounded-sm bg-muted px-1 py-px font-mono text-[0.9em]">{children}</code>
    ),
  pre: ({ children }: Children) => (
    <ScrollX as="pre" className="rounded-md border bg-muted p-2.5">
      {children}
    </ScrollX>
  ),
};
