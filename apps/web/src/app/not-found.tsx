import { buttonClasses } from "@docsteward/ui/button";
import { headers } from "next/headers";
import Link from "next/link";

export default async function NotFound() {
  const requestId = (await headers()).get("x-request-id");
  return (
    <div className="mx-auto flex max-w-md flex-col items-start gap-3 px-4 py-20">
      <h1 className="font-semibold text-lg">Nothing is here</h1>
      <p className="text-muted-foreground">The address is wrong, or what it named belongs to another project.</p>
      <Link href="/" className={buttonClasses({})}>
        All projects
      </Link>
      {requestId && <p className="font-mono text-muted-foreground text-xs">{requestId}</p>}
    </div>
  );
}
