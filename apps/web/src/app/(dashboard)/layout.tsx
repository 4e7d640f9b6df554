import type { ReactNode } from "react";
import { Keyboard } from "../../components/keyboard/keyboard.tsx";
import { Providers } from "../../components/providers.tsx";
import { ConnectionNotice } from "../../components/shell/connection-notice.tsx";
import { ProjectNav } from "../../components/shell/project-nav.tsx";
import { TopBar } from "../../components/shell/top-bar.tsx";
import { readNonce } from "../../server/read-nonce.ts";

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
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-primary px-3 py-1.5 font-medium text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}
