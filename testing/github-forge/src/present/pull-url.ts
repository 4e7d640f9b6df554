import type { Pull, Repository, State } from "../state.ts";
import { fullName } from "./repository.ts";

/** Where people see a pull request. */
export const pullUrl = (state: State, repository: Repository, { number }: Pick<Pull, "number">) =>
  `${state.url}/${fullName(repository)}/pull/${number}`;
