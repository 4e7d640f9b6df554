import { z } from "zod";

/** How many characters a new password may have. */
export const PASSWORD_CHARACTERS = { min: 10, max: 128 } as const;

/** What helps a person who is asked for one. */
export const PASSWORD_ADVICE = "A sentence works well.";

const BOUNDS = `The password must have ${PASSWORD_CHARACTERS.min} to ${PASSWORD_CHARACTERS.max} characters. ${PASSWORD_ADVICE}`;

/** A password that a person chooses. */
export const NewPassword = z.string().min(PASSWORD_CHARACTERS.min, BOUNDS).max(PASSWORD_CHARACTERS.max, BOUNDS);
