import Link from "next/link";
import { api } from "../../server/trpc/caller.ts";
import { PaletteButton } from "./palette-button.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { ReferenceLink } from "./reference-link.tsx";
import { ThemeToggle, UserMenu } from "./user-menu.tsx";

/** The bar above every dashboard page. */
export async function TopBar() {
  const me = await (await api()).session.me();
  return (
    <header className="sticky top-0 z-30 flex h-12 items-center justify-between gap-3 border-b bg-background px-3 sm:px-4">
      <div className="flex min-w-0 items-center gap-1.5">
        <Link
          href="/"
          aria-label="Docsteward, all projects"
          className="flex items-center gap-2 font-semibold tracking-tight"
        >
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-md bg-primary text-primary-foreground text-xs"
          >
            D
          </span>
        </Link>
        <ProjectSwitcher />
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <PaletteButton />
        <ReferenceLink />
        <ThemeToggle />
        {me && <UserMenu name={me.name} email={me.email} />}
      </div>
    </header>
  );
}
