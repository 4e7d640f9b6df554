import { ChevronLeft } from "lucide-react";
import Link from "next/link";

/** The way back from one thing to the list that it is in. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="flex w-fit items-center gap-1 text-muted-foreground text-xs hover:text-foreground">
      <ChevronLeft aria-hidden className="size-3.5" />
      {children}
    </Link>
  );
}
