import type { PullRequestDetails } from "@docsteward/services/pull-request/get";
import { Card, CardHeader } from "@docsteward/ui/card";
import { CopyButton } from "@docsteward/ui/copy-button";
import { RelativeTime } from "@docsteward/ui/relative-time";

/** The commits between the base and the branch, newest first. */
export function Commits({ commits }: { commits: PullRequestDetails["commits"] }) {
  return (
    <Card>
      <CardHeader>
        <h2 className="font-medium">{commits.length === 1 ? "1 commit" : `${commits.length} commits`}</h2>
      </CardHeader>
      <ul className="divide-y">
        {commits.map(({ sha, subject, author, at }) => (
          <li key={sha} className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 basis-60 truncate">{subject}</span>
            <span className="text-muted-foreground text-xs">
              {author}, <RelativeTime at={at} />
            </span>
            <CopyButton value={sha} label="Copy commit ID">
              {sha.slice(0, 7)}
            </CopyButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
