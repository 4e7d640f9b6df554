import type { Repository, State } from "../state.ts";

/** A repository by its name now, or by one it had before and nobody else has taken; names know no case. */
export function findRepository(
  state: State,
  owner: string,
  name: string,
): { repository: Repository; isRenamed: boolean } | null {
  const ofOwner = [...state.repositories.values()].filter((one) => isSame(one.owner.login, owner));
  const named = ofOwner.find((one) => isSame(one.name, name));
  if (named) return { repository: named, isRenamed: false };
  const former = ofOwner.find((one) => one.formerNames.some((old) => isSame(old, name)));
  return former ? { repository: former, isRenamed: true } : null;
}

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
