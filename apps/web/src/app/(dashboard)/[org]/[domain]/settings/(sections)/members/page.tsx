import { redirect } from "next/navigation";

type Props = { params: Promise<{ org: string }> };

/** The address of earlier links: this belongs to the organization, not to one of its projects. */
export default async function OldAddress({ params }: Props) {
  redirect(`/settings/${(await params).org}/members`);
}
