/** A database that cannot be used as it is. The message is a sentence for the operator and never holds a password. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}
