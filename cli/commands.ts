/** The list of commands. */
import type { CliIo } from "./io/io.js";

/** All commands, in the order of the overview. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "init",
    summary: "Make a package: a typed SDK, ready to test and publish.",
    load: () => import("./commands/init.js"),
  },
  {
    name: "add",
    summary: "Add a typed SDK to an app.",
    load: () => import("./commands/add.js"),
  },
  {
    name: "import",
    summary: "Import an OpenAPI description into the schema folder.",
    load: () => import("./commands/import.js"),
  },
  {
    name: "generate",
    summary: "Generate the client from the schema folder, or check it.",
    load: () => import("./commands/generate.js"),
  },
  {
    name: "diff",
    summary: "Show what changes for users, and the next version.",
    load: () => import("./commands/diff.js"),
  },
  {
    name: "update",
    summary: "Take over a new description: code, version, changelog.",
    load: () => import("./commands/update.js"),
  },
  {
    name: "ci",
    summary: "Write workflows that test, update and publish the package.",
    load: () => import("./commands/ci.js"),
  },
  {
    name: "reconcile",
    summary: "Propose corrections that recorded deliveries need.",
    load: () => import("./commands/reconcile.js"),
  },
  {
    name: "events",
    summary: "List or search the webhook events.",
    load: () => import("./commands/events.js"),
  },
  {
    name: "routes",
    summary: "List or search the routes.",
    load: () => import("./commands/routes.js"),
  },
  {
    name: "samples",
    summary: "Add code samples that call the package to a description.",
    load: () => import("./commands/samples.js"),
  },
  {
    name: "docs",
    summary: "Make a site of the package, to read and to search.",
    load: () => import("./commands/docs.js"),
  },
  {
    name: "dev",
    summary: "Receive deliveries, and show each with its result on a page.",
    load: () => import("./commands/dev.js"),
  },
  {
    name: "send",
    summary: "Send a signed sample delivery.",
    load: () => import("./commands/send.js"),
  },
  {
    name: "sign",
    summary: "Sign a body as the service does.",
    load: () => import("./commands/sign.js"),
  },
  {
    name: "verify",
    summary: "Verify the signature of a delivery.",
    load: () => import("./commands/verify.js"),
  },
  {
    name: "relay",
    summary: "Get deliveries from a development relay, or run one.",
    load: () => import("./commands/relay.js"),
  },
  {
    name: "inbox",
    summary: "Look into a program's inbox, and handle deliveries again.",
    load: () => import("./commands/inbox.js"),
  },
];

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the command. Most commands need little of the generator, so each is loaded when it runs. */
  readonly load: () => Promise<CommandModule>;
}

/** The module of a command. */
interface CommandModule {
  readonly HELP: string;
  /**
   * Resolves to the exit code.
   * @throws UsageError, CommandError
   */
  readonly run: (argv: readonly string[], io: CliIo) => Promise<number>;
}
