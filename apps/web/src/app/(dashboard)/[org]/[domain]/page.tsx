import { redirect } from "next/navigation";

export default async function SitePage({ params }: { params: Promise<{ org: string; domain: string }> }) {
  const { org, domain } = await params;
  redirect(`/${org}/${domain}/jobs`);
}
