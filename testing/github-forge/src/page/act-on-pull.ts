import { GitHubError } from "../github-error.ts";
import { fullName } from "../present/repository.ts";
import { addComment } from "../pull/add-comment.ts";
import { changePull } from "../pull/change-pull.ts";
import { mergePull } from "../pull/merge-pull.ts";
import type { Answer } from "../server/answer.ts";
import { personOf, pullOf } from "./find-on-page.ts";
import { type PageRequest, redirect } from "./page-route.ts";

/** Does what a button under a pull request says, and shows the page again. */
export async function actOnPull(request: PageRequest): Promise<Answer> {
  const { repository, pull } = pullOf(request);
  const page = `/${fullName(repository)}/pull/${pull.number}`;
  try {
    await act(request);
    return redirect(page);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return redirect(`${page}?said=${encodeURIComponent(error.message)}`);
  }
}

async function act(request: PageRequest): Promise<void> {
  const { state, form } = request;
  const { repository, pull } = pullOf(request);
  const about = { repository, pull, by: personOf(request, repository) };
  const body = form.get("body")?.trim() ?? "";
  const wish = form.get("do");
  if (wish === "comment" && body === "") throw new GitHubError(422, "The comment is empty: write something first.");
  if (body !== "") addComment(state, about, { body, by: about.by });
  if (wish === "merge") await mergePull(state, about);
  if (wish === "close") await changePull(state, about, { state: "closed" });
  if (wish === "reopen") await changePull(state, about, { state: "open" });
  if (wish === "ready") await changePull(state, about, { isDraft: false });
}
