import type { Metadata } from "next";
import { api } from "../../../server/trpc/caller.ts";
import { PageTitle } from "../_components/page-title.tsx";
import { FirstProject } from "../_components/projects/first-project.tsx";
import { NewProject } from "../_components/projects/new-project.tsx";
import { ProjectList } from "../_components/projects/project-list.tsx";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  const { project } = await api();
  const [projects, places] = await Promise.all([project.list(), project.places()]);
  const mayMake = places.organizations.length > 0;
  return (
    <div className="flex flex-col gap-4">
      <PageTitle title="Projects">{mayMake && projects.length > 0 && <NewProject places={places} />}</PageTitle>
      {projects.length > 0 ? (
        <ProjectList projects={projects} />
      ) : (
        <FirstProject mayConnectGitHub={places.mayUsePaths}>{mayMake && <NewProject places={places} />}</FirstProject>
      )}
    </div>
  );
}
