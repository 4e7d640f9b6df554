/** A person's account as they enter it. */
export type NewUser = { name: string; email: string; password: string };
