import { buttonClasses } from "@docsteward/ui/button";
import { headers } from "next/headers";
import Link from "next/link";
import { AuthTitle } from "../../_components/auth-title.tsx";

/** The page of an invalid link: one that was used, revoked or has expired, and one that never existed, alike. */
export default async function InvitationEnded() {
  const requestId = (await headers()).get("x-request-id");
  return (
    <>
      <AuthTitle title="This invitation is no longer valid">
        It was accepted, was revoked or has expired. Ask the sender for a new one.
      </AuthTitle>
      <Link href="/" className={buttonClasses({})}>
        Go to Docsteward
      </Link>
      {requestId && <p className="font-mono text-muted-foreground text-xs">{requestId}</p>}
    </>
  );
}
