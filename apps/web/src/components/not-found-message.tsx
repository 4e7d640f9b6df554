import { buttonClasses } from "@docsteward/ui/button";
import { headers } from "next/headers";

/** The page of an address that does not exist, or that this person may not see. */
export async function NotFoundMessage() {
  const requestId = (await headers()).get("x-request-id");
  return (
    <div className="mx-auto flex max-w-md flex-col items-start gap-3 py-20">
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted-foreground">
        The URL is wrong, or the page belongs to an organization that you aren't a member of.
      </p>
      <a href="/" className={buttonClasses({})}>
        View all projects
      </a>
      {requestId && <p className="font-mono text-muted-foreground text-xs">{requestId}</p>}
    </div>
  );
}
