import { type Command, CommanderError } from "commander";
import { expect, test } from "vitest";
import { docsteward } from "./program.ts";

const isGroup = (command: Command) => command.commands.length > 0;
const verbs = docsteward.commands.flatMap((command) => (isGroup(command) ? [...command.commands] : [command]));

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Makes a command say its words to the test, those of the commands below it as well. */
function listenTo(command: Command, words: string[]): void {
  const hear = (text: string) => void words.push(text);
  command.configureOutput({ writeOut: hear, writeErr: hear });
  for (const below of command.commands) listenTo(below, words);
}

test.each(verbs.map((verb) => [pathOf(verb), verb] as const))(
  "%s explains itself, with an example of its own",
  (name, verb) => {
    const words: string[] = [];
    listenTo(verb, words);

    verb.outputHelp();

    expect(words.join("")).toContain(`Usage: ${name}`);
    expect(words.join("")).toContain(`Example:\n  ${name}`);
  },
);

test.each([
  ["a missing option", ["project", "create", "--org", "acme"], "Required option '--domain <name>' not specified."],
  ["an unknown option", ["project", "list", "--all"], "Unknown option '--all'."],
  ["a value that is none of the few", ["job", "list", "--status", "done"], "It must be active or completed or failed."],
  ["a number out of bounds", ["job", "list", "--limit", "0"], "It must be a whole number from 1 to 100."],
  ["a time that is none", ["key", "create", "--expires", "soon"], "It must be 7, 30, 60, 90, never."],
  ["a limit that is none", ["limit", "set", "calls", "5"], "It must be agent-hour or agent-v1-hour or key-month"],
  ["a missing argument", ["job", "watch"], "Missing required argument 'id'."],
  ["too many arguments", ["job", "watch", "a", "b"], "Too many arguments"],
])("%s is refused with a sentence and a way to the help", async (_case, args, sentence) => {
  const words: string[] = [];
  listenTo(docsteward, words);

  await expect(docsteward.parseAsync(args, { from: "user" })).rejects.toThrow(CommanderError);

  expect(words.join("")).toContain(sentence);
  expect(words.join("")).toContain("Run it with --help to see its options.");
});
