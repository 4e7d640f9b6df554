/** Runs a command to its end and ends the process with the code it gives, if any; with 1 and its sentence when it throws. */
export function runMain(main: () => Promise<unknown>): void {
  main().then(
    (code) => process.exit(typeof code === "number" ? code : 0),
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
