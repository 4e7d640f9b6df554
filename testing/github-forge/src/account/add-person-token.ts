import { newSecret } from "../new-secret.ts";
import type { State } from "../state.ts";
import { findAccount } from "./find-account.ts";

/** A personal token, with which somebody pushes and asks as on a computer of their own. */
export function addPersonToken(state: State, login: string): string {
  const value = newSecret("ghp_");
  state.tokens.set(value, { kind: "person", account: findAccount(state, login) });
  return value;
}
