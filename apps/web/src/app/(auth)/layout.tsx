import type { ReactNode } from "react";
import { Providers } from "../../components/providers.tsx";
import { readNonce } from "../../server/read-nonce.ts";

/** What people see before they are signed in: one form in the middle of the page. */
export default async function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <Providers nonce={await readNonce()}>
      <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center gap-5 px-4 py-10">
        <p className="flex items-center gap-2 font-semibold tracking-tight">
          <span
            aria-hidden
            className="grid size-6 place-items-center rounded-md bg-primary text-primary-foreground text-xs"
          >
            D
          </span>
          Docsteward
        </p>
        {children}
      </main>
    </Providers>
  );
}
