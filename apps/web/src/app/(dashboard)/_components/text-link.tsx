import type { ReactNode } from "react";

/** A link inside text. Addresses that a forge gave may lead anywhere, so they get no opener and no referrer. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer" className="text-brand underline-offset-2 hover:underline">
      {children}
    </a>
  );
}
