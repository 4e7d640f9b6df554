import Link from "next/link";
import type { ReactNode } from "react";
import { Keyboard } from "../../components/keyboard/keyboard.tsx";
import { Providers } from "../../components/providers.tsx";
import { ProjectNav } from "../../components/shell/project-nav.tsx";
import {
  ConnectionNotice,
  PaletteButton,
  ProjectSwitcher,
  ReferenceLink,
  ThemeToggle,
  UserMenu,
} from "../../components/shell/top-bar.tsx";
import { readNonce } from "../../server/read-nonce.ts";
import { api } from "../../server/trpc/caller.ts";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers nonce={await readNonce()}>
      <SkipLink />
      <Keyboard />
      <TopBar />
      <ConnectionNotice />
      <div className="flex flex-col lg:flex-row">
        <ProjectNav />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full min-w-0 max-w-6xl flex-1 has-[>[data-wide]]:max-w-[120rem] px-4 py-5 outline-none lg:px-6"
        >
          {children}
        </main>
      </div>
    </Providers>
  );
}

/** The first stop of the Tab key: past bar and navigation, straight to the page. */
function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-primary px-3 py-1.5 font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}

/** The bar above every dashboard page. */
async function TopBar() {
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
