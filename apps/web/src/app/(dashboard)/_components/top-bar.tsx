import Link from "next/link";
import { TextLink } from "./text-link.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

/** The bar above every dashboard page. */
export function TopBar() {
  return (
    <header className="flex h-12 items-center justify-between border-b px-4">
      <Link href="/" className="flex items-center gap-2 font-semibold tracking-tight">
        <span
          aria-hidden
          className="grid size-5 place-items-center rounded bg-primary text-[0.6875rem] text-primary-foreground"
        >
          D
        </span>
        Docsteward
      </Link>
      <nav className="flex items-center gap-3">
        <TextLink href="/reference">API</TextLink>
        <ThemeToggle />
      </nav>
    </header>
  );
}
