import { buttonClasses } from "@docsteward/ui/button";
import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { NewProjectForm } from "#components/new-project/new-project-form.tsx";
import { api } from "#server/trpc/caller.ts";
import { AuthTitle } from "../../_components/auth-title.tsx";

export const metadata: Metadata = { title: "First project" };

/** The second half of the set-up: the owner of the first account creates the first project, or skips it. */
export default async function FirstProjectPage() {
  const { project } = await api();
  const [projects, places] = await Promise.all([project.list(), project.places()]);
  if (projects.length > 0 || places.organizations.length === 0) redirect("/");
  return (
    <>
      <AuthTitle title="Your first project" step="Step 2 of 2">
        A project is one documentation site: a Git repository, a branch and a folder of pages.
      </AuthTitle>
      <NewProjectForm places={places}>
        <Link href="/" className={buttonClasses({ variant: "ghost" })}>
          Skip for now
        </Link>
      </NewProjectForm>
    </>
  );
}
