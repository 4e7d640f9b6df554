import { buttonClasses } from "@docsteward/ui/button";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { PATH_HEADER } from "#server/http/request-headers.ts";
import { publicApi } from "#server/trpc/caller.ts";
import { AuthTitle } from "../../_components/auth-title.tsx";
import { ConsentForm } from "./_components/consent-form.tsx";

/** No address with a code or a state goes to another site. */
export const metadata: Metadata = { title: "Connect an app", referrer: "same-origin" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Where a program sends its person to be connected (OAuth): says who asks for what, and lets them decide. */
export default async function ConsentPage({ searchParams }: Props) {
  const given = await searchParams;
  if (given.failed !== undefined) return <Refused {...EXPIRED} />;
  const { clientSignIn, session } = await publicApi();
  const answer = await clientSignIn.preview({ query: toQuery(given) });
  if (answer.refusal !== undefined) return <Refused {...answer.refusal} />;
  if (answer.consent === null) {
    const path = (await headers()).get(PATH_HEADER) ?? "/";
    redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  }
  const me = await session.me();
  return <ConsentForm consent={answer.consent} query={toQuery(given)} me={me} />;
}

const EXPIRED = {
  message: "This sign-in has expired, or began in another browser. Start again in the app.",
  back: null,
  host: null,
};

/** A parameter that comes twice counts as none: nobody can say which one is meant. */
function toQuery(given: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : [])),
  );
}

function Refused({ message, back, host }: { message: string; back: string | null; host: string | null }) {
  return (
    <>
      <AuthTitle title="This app can't be connected">{message}</AuthTitle>
      {back !== null && (
        <a href={back} rel="noreferrer" className={buttonClasses({})}>
          Go back to {host}
        </a>
      )}
    </>
  );
}
