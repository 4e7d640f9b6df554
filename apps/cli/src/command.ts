import { Command, CommanderError } from "commander";
import { print, printMessage } from "./output.ts";

/** A command that prints requested help to stdout, and errors as sentences to stderr. */
export function createCommand(name: string, description: string, example: string): Command {
  return makeBare(name, description).addHelpText("after", `\nExample:\n  ${example}`);
}

/** A command that only holds others. Without one of them it shows its help on stderr, and the process ends with 2. */
export function createGroup(name: string, description: string, commands: Command[]): Command {
  const group = makeBare(name, description);
  for (const command of commands) group.addCommand(command);
  return group.allowExcessArguments().action(() => {
    const [unknown] = group.args;
    printMessage(unknown === undefined ? group.helpInformation().trimEnd() : toUnknown(group, unknown));
    throw new CommanderError(2, "docsteward.noCommand", "");
  });
}

function toUnknown(group: Command, unknown: string): string {
  const place = group.parent ? `${group.name()} ${unknown}` : unknown;
  return `Unknown command "${place}". Use one of: ${group.commands.map((command) => command.name()).join(", ")}.`;
}

function makeBare(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .helpOption("-h, --help", "show help for this command")
    .helpCommand(false)
    .showHelpAfterError("Run it with --help to see its options.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printMessage(text.trimEnd()),
      outputError: (text, write) => write(toSentence(text)),
    });
}

function toSentence(text: string): string {
  const words = text.trim().replace(/^error: /, "");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`.replace(/([.?)])\.$/, "$1");
}
