import picocolors from "picocolors";

/** Whether output is coloured: on a terminal, or where FORCE_COLOR asks for it; never against NO_COLOR. */
export const isColored = !process.env.NO_COLOR && (Boolean(process.env.FORCE_COLOR) || process.stdout.isTTY === true);

export const colors = picocolors.createColors(isColored);
