import { randomBytes } from "node:crypto";
import type { Account, State } from "./state.ts";

/** A personal token, with which a person pushes and calls the API from their computer. */
export function addPersonToken(state: State, login: string): string {
  const value = newSecret("ghp_");
  state.tokens.set(value, { kind: "person", account: findAccount(state, login) });
  return value;
}

/** The account of a name, made when it is new. */
export function findAccount(state: State, login: string, type: Account["type"] = "User"): Account {
  const known = state.accounts.get(login.toLowerCase());
  if (known) return known;
  const account = { id: state.nextId(), login, type };
  state.accounts.set(login.toLowerCase(), account);
  return account;
}

/** A secret of GitHub's form: what it is for, and 36 letters and digits. */
export function newSecret(prefix: string): string {
  const letters = randomBytes(48)
    .toString("base64")
    .replaceAll(/[^A-Za-z0-9]/g, "0");
  return `${prefix}${letters.slice(0, 36)}`;
}
