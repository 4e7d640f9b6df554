import { Button } from "@docsteward/ui/button";
import type { Metadata } from "next";
import { TextLink } from "#components/page-elements.tsx";
import { orNotFound, publicApi } from "#server/trpc/caller.ts";
import { AuthTitle } from "../_components/auth-title.tsx";

/** Other sites get no address with a token. Without any referrer the form would name no origin, and be refused. */
export const metadata: Metadata = { title: "Unsubscribe", referrer: "same-origin" };

const NAMES = {
  review: "pull requests to review",
  job: "failed jobs",
  budget: "budgets",
  index: "the index",
  digest: "the week",
} as const;

type Props = { searchParams: Promise<{ token?: string | string[]; done?: string | string[] }> };

/** Where the link of a mail leads. It works without a sign-in. */
export default async function UnsubscribePage({ searchParams }: Props) {
  const { token: sent, done } = await searchParams;
  const token = typeof sent === "string" ? sent : "";
  const { notification } = await publicApi();
  const { kinds } = await orNotFound(notification.previewUnsubscribe({ token }));
  const list = new Intl.ListFormat("en").format(kinds.map((kind) => NAMES[kind]));
  if (done !== undefined) {
    return (
      <>
        <AuthTitle title="You are unsubscribed">Docsteward sends you no more mail about {list}.</AuthTitle>
        <TextLink href="/account/notifications">All notification settings</TextLink>
      </>
    );
  }
  return (
    <>
      <AuthTitle title="Unsubscribe">Docsteward will send you no more mail about {list}.</AuthTitle>
      <form method="post" action={`/unsubscribe/mail?${new URLSearchParams({ token })}`}>
        <Button type="submit" variant="primary" className="w-full">
          Unsubscribe
        </Button>
      </form>
    </>
  );
}
