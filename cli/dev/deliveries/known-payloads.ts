/** The payloads that a run knows: those of the schema folder, or else those of the package that the entry imports. */
import { quote } from "../../../codegen/model/messages.js";
import { describePayload } from "../../../src/inspector/describe.js";
import type {
  MemorySource,
  MemorySourceOptions,
} from "../../../src/inspector/sources/memory-source.js";
import type {
  Deviation,
  InspectedDelivery,
  InspectedReconciliation,
  InspectorFilter,
  PayloadDescription,
} from "../../../src/inspector/types.js";
import { printError } from "../../io/errors.js";
import type { CliIo } from "../../io/io.js";
import { describeDeviation, nameWithAction } from "../../service/event-printer.js";
import {
  createPayloadChecker,
  type NamedPayload,
  type PayloadChecker,
  reconcileWith,
} from "../../service/payload-checker.js";
import type { Service } from "../../service/service.js";
import type { DeliveryFacts } from "./delivery.js";
import type { RunParts } from "../run-parts.js";
import type { ServicePackage } from "../service-package.js";
import type { DevSettings } from "../settings.js";

export class KnownPayloads {
  /**
   * True if the schema folder or the built-in service has the payloads. False for a preset, and for an entry
   * without a schema folder.
   */
  readonly areOfService: boolean;
  readonly #service: Service;
  readonly #checker: PayloadChecker;
  readonly #entryPackage: ServicePackage | undefined;
  readonly #io: CliIo;

  constructor(
    { entry, preset }: DevSettings,
    { service, isStarter, entryPackage }: RunParts,
    io: CliIo,
  ) {
    this.areOfService = !isStarter || (entry === undefined && preset === undefined);
    this.#service = service;
    this.#checker = createPayloadChecker(service.model);
    this.#entryPackage = entryPackage;
    this.#io = io;
  }

  /** Returns what the page needs to offer samples, and to show types and deviations. */
  describeForPage(): Pick<MemorySourceOptions, "events" | "sample" | "describe"> {
    if (this.areOfService) {
      const createSample = this.#service.createDelivery();
      return {
        events: this.#service.catalog.eventNames,
        sample: async (event) => (await createSample(event)).payload,
        describe: this.#checker.describe,
      };
    }
    if (this.#entryPackage === undefined) return {};
    const { events, sample } = this.#entryPackage;
    return { events, sample, describe: (event) => this.#describeByPackage(event) };
  }

  /** Lists deviations in words. Logs an error of the check, because the delivery is handled all the same. */
  async check(facts: DeliveryFacts): Promise<readonly string[]> {
    try {
      return (await this.#compare(facts)).map(describeDeviation);
    } catch (error) {
      const name = quote(nameWithAction(facts.event, facts.action));
      this.#io.err(`The check of the payload of ${name} failed: ${printError(error)}`);
      return [];
    }
  }

  async #compare({ event, action, payload }: NamedPayload): Promise<readonly Deviation[]> {
    if (this.areOfService) return this.#checker.compare({ event, action, payload });
    return (await this.#entryPackage?.check(nameWithAction(event, action), payload)) ?? [];
  }

  /** Describes a payload by the schema that the package has for it, or by its deviations alone. */
  async #describeByPackage(event: NamedPayload): Promise<PayloadDescription> {
    const deviations = await this.#compare(event);
    const schema = await this.#entryPackage?.findSchema(nameWithAction(event.event, event.action));
    if (schema === undefined) return { types: {}, deviations };
    return describePayload(schema, event.payload, { deviations });
  }
}

/** The most deliveries that are compared with the schema at once. */
const MAX_RECONCILED = 2_000;

/** Compares kept deliveries with a schema folder, as `typewire reconcile` does. Refused ones may be forged. */
export async function reconcileDeliveries(
  source: MemorySource,
  folder: string,
  filter: InspectorFilter,
): Promise<InspectedReconciliation> {
  const rows = await source.list({ ...filter, limit: MAX_RECONCILED });
  const verified = rows.filter(({ outcome }) => outcome !== "refused");
  const deliveries = await Promise.all(verified.map(({ key }) => findDelivery(source, key)));
  return reconcileWith(
    folder,
    deliveries.map(({ event, action, body = new Uint8Array(), payload }) => ({
      event,
      action,
      payload: payload ?? (JSON.parse(new TextDecoder().decode(body)) as unknown),
    })),
  );
}

/** Finds a delivery of the page. Rejects if it is not kept any more. */
export async function findDelivery(source: MemorySource, key: string): Promise<InspectedDelivery> {
  const delivery = await source.get(key);
  if (delivery !== undefined) return delivery;
  throw new Error("The delivery is not kept any more.");
}
