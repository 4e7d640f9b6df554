/** For those who may not ask the database's package themselves. */
export { isAway as isDatabaseAway } from "@docsteward/db/is-away";
