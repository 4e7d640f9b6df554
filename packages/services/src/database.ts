/** Text as PostgreSQL can keep it: without the NUL character, which a model may well send. */
export function stripNul(text: string): string {
  return text.replaceAll("\0", "");
}

/** For those who may not ask the database's package themselves. */
export { isConnectionError as isDatabaseAway } from "@docsteward/db/database-error";
