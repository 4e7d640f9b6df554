import type { Metadata } from "next";
import { BackLink } from "#components/back-link.tsx";
import { PageTitle } from "#components/page-elements.tsx";
import { api } from "#server/trpc/caller.ts";
import { NotificationForm } from "./_components/notification-form.tsx";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage() {
  const { notification } = await api();
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <div className="flex flex-col gap-1">
        <BackLink href="/account">Account</BackLink>
        <PageTitle title="Notifications" />
      </div>
      <NotificationForm first={await notification.get()} />
    </div>
  );
}
