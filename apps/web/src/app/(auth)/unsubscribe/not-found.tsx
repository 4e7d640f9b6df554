import { buttonClasses } from "@docsteward/ui/button";
import Link from "next/link";
import { AuthTitle } from "../_components/auth-title.tsx";

/** The page of a link that this installation did not make, or that was cut on its way. */
export default function UnknownUnsubscribeLink() {
  return (
    <>
      <AuthTitle title="This link is invalid">
        Copy the whole link from the mail, or switch notifications off in your account.
      </AuthTitle>
      <Link href="/account/notifications" className={buttonClasses({})}>
        Notification settings
      </Link>
    </>
  );
}
