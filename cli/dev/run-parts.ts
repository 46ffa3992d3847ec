/** The parts of a run that its options decide: the service, its secret, and the toolkit or the entry that receives. */
import { createWebhooks } from "../../src/receive/webhooks/parts/preset.js";
import { findReceiver, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import type { CliIo } from "../io/io.js";
import { lacksSchema } from "../service/schema-folder.js";
import { openService, openStarter, type Service } from "../service/service.js";
import type { Entry, EntryTarget } from "./entry.js";
import { findServicePackage, type ServicePackage } from "./service-package.js";
import { explainSecret, findSecret, findSecretFault, type DevSecret } from "./secret.js";
import type { DevSettings, DevValues } from "./settings.js";

/**
 * Opens the parts, and loads the entry.
 * @throws CommandError for a secret that does not fit the service, or an entry that cannot be loaded.
 */
export async function openRunParts(settings: DevSettings, io: CliIo): Promise<RunParts> {
  const { values, entry, preset } = settings;
  const isStarter = preset !== undefined || (await lacksSchema(values.schema, io));
  const service = isStarter ? openStarter() : await openService(values.schema, io, "payloads");
  const secret = await findSecret(values, preset ?? service.scheme, io);
  const receiving =
    entry === undefined
      ? createToolkit(settings, service, secret, io)
      : await loadEntry(entry, values, secret, io);
  return { service, isStarter, secret, ...receiving };
}

/** Without an entry, a toolkit receives: that of the preset or of the service. */
function createToolkit(
  { values, preset }: DevSettings,
  service: Service,
  secret: DevSecret,
  io: CliIo,
): ReceivingParts {
  const title = values.preset ?? service.model.vendor.title;
  const fault = findSecretFault(secret, preset ?? service.scheme);
  if (fault !== undefined) throw explainSecret(fault, values, title);
  const options = { secret: secret.text, log: { warn: io.err, error: io.err } };
  const webhooks = preset ? createWebhooks(preset, options) : new service.Webhooks(options);
  return { title, webhooks, target: undefined, entryPackage: undefined };
}

/** An entry may have a secret of its own, with which it verifies and signs: one that does not fit is only reported. */
async function loadEntry(
  entry: Entry,
  values: DevValues,
  secret: DevSecret,
  { err }: CliIo,
): Promise<ReceivingParts> {
  // An entry usually reads this variable: it then verifies with the secret that signs samples.
  process.env["WEBHOOK_SECRET"] ??= secret.text;
  const target = await entry.load();
  const title = "the service of the entry";
  const { catalog, parts } = findReceiver(target);
  const fault = findSecretFault(secret, parts.scheme);
  if (fault !== undefined && !secret.isSample) err(explainSecret(fault, values, title).message);
  const entryPackage = await findServicePackage(entry.path, catalog.eventNames, secret.text);
  return { title, webhooks: target, target, entryPackage };
}

// ---- Types

export interface RunParts extends ReceivingParts {
  /** The service of the schema folder, or the built-in one. */
  readonly service: Service;
  /** True for the built-in service. */
  readonly isStarter: boolean;
  readonly secret: DevSecret;
}

/** The parts that an entry decides, if there is one. */
interface ReceivingParts {
  /** Name of the service whose deliveries are signed and verified. */
  readonly title: string;
  /** Receiver of the deliveries: the export of the entry, or a toolkit. */
  readonly webhooks: WebhooksInstance;
  /** The export of the entry; `undefined` for a run without one. */
  readonly target: EntryTarget | undefined;
  /** Events and samples of the package of the entry. */
  readonly entryPackage: ServicePackage | undefined;
}
