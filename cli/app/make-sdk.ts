/** Makes the files of an SDK of an app: its schema folder, and the client beside it. Nothing is written. */
import type { Origin } from "../../codegen/emit/print/file.js";
import { generate, type GeneratedFile } from "../../codegen/generate.js";
import { NO_MEMO } from "../../codegen/model/memo.js";
import { type Output, OUTPUTS, type SchemaModel } from "../../codegen/model/model.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { draftImports, readDraft } from "../init/draft.js";
import type { Answers, SchemaDraft } from "../init/types.js";
import { addVendorKeys, applyAnswers, nameClass } from "../init/vendor-draft.js";
import { CommandError } from "../io/errors.js";
import { type CliIo, withProgress } from "../io/io.js";
import { COMMAND } from "../io/tool.js";
import { correctService } from "./corrections.js";
import type { Service } from "./services.js";
import type { Extension } from "./tsconfig.js";

/** Folder of the YAML, inside that of the SDK. */
export const SCHEMA_FOLDER = "schema";

/** Imports the descriptions of an SDK, and adds what is known of the service and what the command line says. */
export async function draftSdk(sdk: NewSdk, io: CliIo): Promise<SdkDraft> {
  const { name, sources, service, answers, className, schema, keep, meta } = sdk;
  const imported = await draftImports(sources, name, io, { schema, keep, meta });
  const uncorrected = addFacts(imported, service, answers, className);
  const files = await correctService(uncorrected, service?.corrections);
  const draft = { ...uncorrected, files };
  const model = readDraft(draft);
  if (model.routes.length + model.events.length === 0)
    throw new CommandError(
      `${sources.join(" and ")}: No routes and no webhooks. Nothing was written.`,
    );
  return { draft, model };
}

function addFacts(
  imported: SchemaDraft,
  service: Service | undefined,
  answers: Answers,
  className: string | undefined,
): SchemaDraft {
  const keys = service === undefined ? {} : { title: service.title, ...service.vendor };
  const known = applyKnown(addVendorKeys(imported, keys), service);
  const answered = applyAnswers(known, answers);
  return className === undefined ? answered : nameClass(answered, className);
}

/** Applies the answers that are known of a service. Those that do not fit its present description are left out. */
function applyKnown(draft: SchemaDraft, service: Service | undefined): SchemaDraft {
  if (service?.answers === undefined) return draft;
  const { baseUrl, signature, event, delivery } = service.answers;
  const hasEvents = draft.files.some(({ path }) => path === "events.yaml");
  const attempts: readonly Answers[] = [
    ...(hasEvents
      ? [
          { baseUrl, signature, event, delivery },
          { baseUrl, signature },
        ]
      : []),
    { baseUrl },
  ];
  for (const attempt of attempts) {
    const applied = applyAnswers(draft, attempt);
    if (isValid(applied)) return applied;
  }
  return draft;
}

function isValid(draft: SchemaDraft): boolean {
  try {
    readDraft(draft);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

/** Chooses the outputs of an app that names none. */
export function chooseOutputs({ hasRoutes, hasEvents }: SchemaModel): readonly Output[] {
  return OUTPUTS.filter((output) => {
    if (output === "client" || output === "methods") return hasRoutes;
    return output === "webhooks" && hasEvents;
  });
}

/** Generates the client, with paths inside the folder of the SDK. */
export async function generateSdk(
  model: SchemaModel,
  { name, outputs, extension }: SdkSettings,
  io: CliIo,
): Promise<readonly GeneratedFile[]> {
  const origin = originOf({ name, outputs, extension });
  return withProgress(io, "Generating", () => generate(model, NO_MEMO, origin));
}

/** Settings of the generated files of an SDK. */
export function originOf({ name, outputs, extension }: SdkSettings): Origin {
  const command = `${COMMAND} update ${name}`;
  return { tool: "typewire", command, layout: { extension, outputs } };
}

/** Puts the files of the schema folder beside the generated ones. */
export function placeSchema(files: readonly SchemaFile[]): readonly GeneratedFile[] {
  return files.map(({ path, text }) => ({ path: `${SCHEMA_FOLDER}/${path}`, text }));
}

/** Sources of an SDK, and facts that they lack. */
export interface NewSdk {
  readonly name: string;
  /** Descriptions, as the command line names them. */
  readonly sources: readonly string[];
  readonly service?: Service | undefined;
  readonly answers: Answers;
  readonly className?: string | undefined;
  /** The schema folder, for the file system. */
  readonly schema: string;
  /** Keeps the descriptions themselves, for the output `paths`. */
  readonly keep: boolean;
  /** Path from the schema folder to the JSON Schemas for editors. */
  readonly meta: string;
}

/** The YAML of an SDK, and what it says. */
export interface SdkDraft {
  readonly draft: SchemaDraft;
  readonly model: SchemaModel;
}

/** The parts of generated code that an app chooses. */
export interface SdkSettings {
  readonly name: string;
  readonly outputs: readonly Output[];
  readonly extension: Extension;
}
