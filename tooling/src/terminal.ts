import picocolors from "picocolors";

/** Whether output is coloured: on a terminal, or where FORCE_COLOR asks for it; never against NO_COLOR. */
export const isColored = !process.env.NO_COLOR && (Boolean(process.env.FORCE_COLOR) || process.stdout.isTTY === true);

export const colors = picocolors.createColors(isColored);

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
