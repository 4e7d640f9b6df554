/** Text as PostgreSQL can keep it: without the NUL character, which a model may well send. */
export function stripNul(text: string): string {
  return text.replaceAll("\0", "");
}

/** For the web app and the command line, which may not import the database's package. */
export { isConnectionError, isTooManyConnections, TOO_MANY_CONNECTIONS } from "@docsteward/db/database-error";
