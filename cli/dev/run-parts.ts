/** The parts of a run that its options decide: the service, its secret, and the toolkit or the entry that receives. */
import { createWebhooks } from "../../src/receive/webhooks/parts/preset.js";
import { findReceiver, type WebhooksInstance } from "../../src/receive/webhooks/receiver.js";
import type { CliIo } from "../io/io.js";
import { lacksSchema } from "../service/schema-folder.js";
import { openService, openStarter, type Service } from "../service/service.js";
import type { EntryTarget } from "./entry.js";
import { findServicePackage, type ServicePackage } from "./service-package.js";
import { explainSecret, findSecret, findSecretFault, type DevSecret } from "./secret.js";
import type { DevSettings } from "./settings.js";

/**
 * Opens the parts, and loads the entry.
 * @throws CommandError for a secret that does not fit the service, or an entry that cannot be loaded.
 */
export async function openRunParts(settings: DevSettings, io: CliIo): Promise<RunParts> {
  const { values, entry, preset } = settings;
  const isStarter = preset !== undefined || (await lacksSchema(values.schema, io));
  const service = isStarter ? openStarter() : await openService(values.schema, io, "payloads");
  const serviceScheme = preset ?? service.scheme;
  const secret = await findSecret(values, serviceScheme, io);
  // An entry usually reads this variable: it then verifies with the secret that signs samples.
  if (entry !== undefined) process.env["WEBHOOK_SECRET"] ??= secret.text;
  const target = await entry?.load();
  const title =
    target === undefined
      ? (values.preset ?? service.model.vendor.title)
      : "the service of the entry";
  const scheme = target === undefined ? serviceScheme : findReceiver(target).parts.scheme;
  const fault = findSecretFault(secret, scheme);
  if (fault !== undefined && target === undefined) throw explainSecret(fault, values, title);
  // The entry may have a secret of its own, with which it verifies and signs.
  if (fault !== undefined && !secret.isSample) io.err(explainSecret(fault, values, title).message);
  const options = { secret: secret.text, log: { warn: io.err, error: io.err } };
  const webhooks =
    target ?? (preset ? createWebhooks(preset, options) : new service.Webhooks(options));
  const { eventNames } = findReceiver(webhooks).catalog;
  const entryPackage = entry && (await findServicePackage(entry.path, eventNames, secret.text));
  return { service, isStarter, secret, title, webhooks, target, entryPackage };
}

export interface RunParts {
  /** The service of the schema folder, or the built-in one. */
  readonly service: Service;
  /** True for the built-in service. */
  readonly isStarter: boolean;
  readonly secret: DevSecret;
  /** Name of the service whose deliveries are signed and verified. */
  readonly title: string;
  /** Receiver of the deliveries: the export of the entry, or a toolkit. */
  readonly webhooks: WebhooksInstance;
  /** The export of the entry; `undefined` for a run without one. */
  readonly target: EntryTarget | undefined;
  /** Events and samples of the package of the entry. */
  readonly entryPackage: ServicePackage | undefined;
}
