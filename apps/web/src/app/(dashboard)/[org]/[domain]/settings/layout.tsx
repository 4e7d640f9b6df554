import type { ReactNode } from "react";
import { PageTitle } from "#components/page-elements.tsx";
import { SettingsNav } from "./_components/settings-nav.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-5">
      <PageTitle title="Settings" />
      <div className="flex flex-col gap-5 md:flex-row md:gap-8">
        <SettingsNav />
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  );
}
