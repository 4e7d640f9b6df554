import { presentComment, presentIssue } from "../present/comment.ts";
import type { Account, Comment, Pull, Repository, State } from "../state.ts";
import { emit } from "../webhook/emit.ts";

/** Says something under a pull request. */
export function addComment(
  state: State,
  { repository, pull }: { repository: Repository; pull: Pull },
  { body, by }: { body: string; by: Account },
): Comment {
  const now = state.now();
  const comment: Comment = { id: state.nextId(), author: by, body, createdAt: now, updatedAt: now };
  pull.comments.push(comment);
  pull.updatedAt = now;
  emit(state, repository, {
    event: "issue_comment",
    action: "created",
    sender: by,
    payload: {
      issue: presentIssue(state, repository, pull),
      comment: presentComment(state, { repository, pull, comment }),
    },
  });
  return comment;
}
