import Link from "next/link";
import { toRepositoryName } from "../to-repository-name.ts";

type Project = {
  id: string;
  org: string;
  domain: string;
  repository: string;
  ref: string;
  activity: { jobs: number; questions: number };
};

/** The projects of the one who looks, with what went on in each. */
export function ProjectList({ projects }: { projects: Project[] }) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {projects.map(({ id, org, domain, repository, ref, activity }) => (
        <li
          key={id}
          className="relative flex min-w-0 flex-col gap-1 rounded-lg border bg-card p-3.5 hover:border-foreground/25"
        >
          <h2 className="truncate font-semibold">
            <Link href={`/${org}/${domain}`} className="after:absolute after:inset-0 after:rounded-lg">
              {domain}
            </Link>
          </h2>
          <p className="truncate text-muted-foreground text-xs">{org}</p>
          <p title={repository} className="mt-1.5 truncate font-mono text-muted-foreground text-xs">
            {toRepositoryName(repository)} @ {ref}
          </p>
          <p className="mt-2 border-t pt-2 text-muted-foreground text-xs tabular-nums">
            {countOf(activity.jobs, "job")}, {countOf(activity.questions, "question")} in the last 30 days
          </p>
        </li>
      ))}
    </ul>
  );
}

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
