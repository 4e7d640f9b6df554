import type { ReactNode } from "react";
import { Providers } from "./_components/providers.tsx";
import { TopBar } from "./_components/top-bar.tsx";

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <TopBar />
      <main className="mx-auto w-full max-w-6xl px-4 py-5">{children}</main>
    </Providers>
  );
}
