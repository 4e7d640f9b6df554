// Next declares NODE_ENV as always set, which would make every environment that another package hands to a child process
// wrong in this app alone. Merged declarations of a property are optional when one of them is.
declare namespace NodeJS {
  interface ProcessEnv {
    readonly NODE_ENV?: "development" | "production" | "test";
  }
}
