import type { ReactNode } from "react";

/** The heading of a page for people who are not signed in, and a line below it. @param step where one is, on the way through several pages */
export function AuthTitle({
  title,
  step,
  children,
}: {
  title: string;
  step?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-1">
      {step && <p className="text-muted-foreground text-xs">{step}</p>}
      <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
      {children && <p className="text-muted-foreground">{children}</p>}
    </div>
  );
}
