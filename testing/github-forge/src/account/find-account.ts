import type { Account, State } from "../state.ts";

/** The account of a name, made when it is new. */
export function findAccount(state: State, login: string, type: Account["type"] = "User"): Account {
  const known = state.accounts.get(login.toLowerCase());
  if (known) return known;
  const account = { id: state.nextId(), login, type };
  state.accounts.set(login.toLowerCase(), account);
  return account;
}
