import type { ReactNode } from "react";
import { readNonce } from "../../server/read-nonce.ts";
import { Providers } from "../_components/providers.tsx";
import { ConnectionNotice } from "./_components/connection-notice.tsx";
import { Keyboard } from "./_components/keyboard/keyboard.tsx";
import { SiteNav } from "./_components/site-nav.tsx";
import { SkipLink } from "./_components/skip-link.tsx";
import { TopBar } from "./_components/top-bar.tsx";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers nonce={await readNonce()}>
      <SkipLink />
      <Keyboard />
      <TopBar />
      <ConnectionNotice />
      <div className="flex flex-col lg:flex-row">
        <SiteNav />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full min-w-0 max-w-6xl flex-1 has-[>[data-wide]]:max-w-[96rem] px-4 py-5 outline-none lg:px-6"
        >
          {children}
        </main>
      </div>
    </Providers>
  );
}
