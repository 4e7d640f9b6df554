import { redirect } from "next/navigation";

type Props = { params: Promise<{ org: string }> };

export default async function OrganizationPage({ params }: Props) {
  redirect(`/settings/${(await params).org}/members`);
}
