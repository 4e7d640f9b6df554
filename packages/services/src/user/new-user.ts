import { NewPassword, Text } from "@docsteward/contract/input-schema";
import { z } from "zod";

const NAME_BOUNDS = "The name must have 1 to 100 characters.";
const EMAIL_FORM = "The email address is invalid. Use the form ada@example.com.";

/** What others see of a person. */
export const PersonName = Text.trim().min(1, NAME_BOUNDS).max(100, NAME_BOUNDS);

/** An email address, brought into lower case. */
export const EmailAddress = z.string().trim().toLowerCase().max(254, EMAIL_FORM).pipe(z.email(EMAIL_FORM));

/** A person's account as they enter it. */
export type NewUser = z.infer<typeof NewUser>;
/** A person who creates an account with a password. */
export const NewUser = z.object({ name: PersonName, email: EmailAddress, password: NewPassword });
