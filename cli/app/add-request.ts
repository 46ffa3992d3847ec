/** The command line of `add`, as far as it can be read without the app. Looks only for a file that `--from` names. */
import { existsSync } from "node:fs";
import { quote } from "../../codegen/model/messages.js";
import { type Output, OUTPUTS } from "../../codegen/model/model.js";
import { readAnswers } from "../init/answers.js";
import { expectClassName } from "../init/package-name.js";
import { readArguments } from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { COMMAND_ANYWHERE } from "../io/tool.js";
import type { Answers } from "../init/types.js";
import { findService, type Service, suggestService } from "./services.js";
import type { Extension } from "./tsconfig.js";

/** @throws UsageError */
export function readRequest(argv: readonly string[]): AddRequest {
  const { values, positionals } = readArguments(argv, OPTIONS, [1, 1, "the name of the SDK"]);
  const { from, to, class: className, install, runtime, cli, verbose } = values;
  const [name = ""] = positionals;
  expectName(name);
  expectClassName(className);
  return {
    name,
    from,
    to,
    className,
    answers: readAnswers(values),
    outputs: readOutputs(values.outputs),
    extension: readExtension(values.extensions),
    ...chooseSources(name, from),
    install,
    ...(runtime !== undefined && { runtime }),
    ...(cli !== undefined && { cli }),
    verbose,
  };
}

const OPTIONS = {
  from: { type: "string", multiple: true, default: [] as string[] },
  to: { type: "string" },
  outputs: { type: "string" },
  extensions: { type: "string" },
  class: { type: "string" },
  "base-url": { type: "string" },
  signature: { type: "string" },
  event: { type: "string" },
  delivery: { type: "string" },
  install: { type: "boolean", default: false },
  runtime: { type: "string" },
  cli: { type: "string" },
  verbose: { type: "boolean", default: false },
} as const;

function expectName(name: string): void {
  if (/^[a-z][a-z0-9-]*$/.test(name)) return;
  throw new UsageError(
    `The name is ${quote(name)}; expected lowercase letters, digits and \`-\`, such as acme.`,
  );
}

function readOutputs(text: string | undefined): readonly Output[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((each) => !OUTPUTS.some((output) => output === each));
  if (unknown !== undefined)
    throw new UsageError(
      `The value of --outputs has ${quote(unknown)}; expected some of ${OUTPUTS.join(", ")}.`,
    );
  return OUTPUTS.filter((output) => names.includes(output));
}

function readExtension(text: string | undefined): Extension | undefined {
  if (text === undefined) return undefined;
  if (text === "none") return "";
  const plain = `.${text.replace(/^\./, "")}`;
  if (plain === ".js" || plain === ".ts") return plain;
  throw new UsageError(`The value of --extensions is ${quote(text)}; expected .js, .ts or none.`);
}

/** A known service that `--from` names, or else one that NAME names, whose descriptions `--from` may replace. */
function chooseSources(name: string, from: readonly string[]): Sources {
  const [only = "", ...others] = from;
  // A file of that name goes before the service.
  const namedByFrom = others.length > 0 || existsSync(only) ? undefined : findService(only);
  if (namedByFrom !== undefined)
    return {
      service: namedByFrom,
      serviceName: only,
      sources: namedByFrom.descriptions,
      ownSources: [],
    };
  const service = findService(name);
  const sources = from.length > 0 ? from : service?.descriptions;
  if (sources === undefined)
    throw new UsageError(
      `${name} is no service that typewire knows.${suggestService(name)} Name its OpenAPI description: ` +
        `${COMMAND_ANYWHERE} add ${name} --from FILE|URL`,
    );
  return {
    ...(service !== undefined && { service, serviceName: name }),
    sources,
    ownSources: from,
  };
}

/** An SDK to add. */
export interface AddRequest extends Sources {
  readonly name: string;
  /** As `--from` names them. */
  readonly from: readonly string[];
  readonly to: string | undefined;
  readonly answers: Answers;
  readonly className: string | undefined;
  /** `undefined`: chosen by the description. */
  readonly outputs: readonly Output[] | undefined;
  /** `undefined`: chosen by the compiler of the app. */
  readonly extension: Extension | undefined;
  readonly install: boolean;
  readonly runtime?: string;
  readonly cli?: string;
  readonly verbose: boolean;
}

/** The descriptions, and the known service that publishes them. */
interface Sources {
  readonly service?: Service;
  readonly serviceName?: string;
  readonly sources: readonly string[];
  /** The descriptions that only the command line names; those of a known service stand in its table. */
  readonly ownSources: readonly string[];
}
