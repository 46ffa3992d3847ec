/** The payloads that a run knows: those of the schema folder, or else those of the package that the entry imports. */
import { quote } from "../../../codegen/model/messages.js";
import { describePayload } from "../../../src/inspector/describe.js";
import type { MemorySourceOptions } from "../../../src/inspector/sources/memory-source.js";
import type { Deviation, PayloadDescription } from "../../../src/inspector/types.js";
import { printError } from "../../io/errors.js";
import type { CliIo } from "../../io/io.js";
import { describeDeviation, nameWithAction } from "../../service/event-printer.js";
import { createPayloadChecker, type NamedPayload } from "../../service/payload-checker.js";
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
  readonly #place: PayloadPlace;
  readonly #io: CliIo;

  constructor(
    { entry, preset }: DevSettings,
    { service, isStarter, entryPackage }: RunParts,
    io: CliIo,
  ) {
    // A preset and an entry are of other services than the built-in one.
    const hasOtherService = entry !== undefined || preset !== undefined;
    this.areOfService = !(isStarter && hasOtherService);
    this.#place = this.areOfService ? lookInService(service) : lookInPackage(entryPackage);
    this.#io = io;
  }

  /** Returns what the page needs to offer samples, and to show types and deviations. */
  describeForPage(): PageOptions {
    return this.#place.describeForPage();
  }

  /** Lists deviations in words. Logs an error of the check, because the delivery is handled all the same. */
  async check({ event, action, payload }: DeliveryFacts): Promise<readonly string[]> {
    try {
      return (await this.#place.compare({ event, action, payload })).map(describeDeviation);
    } catch (error) {
      const name = quote(nameWithAction(event, action));
      this.#io.err(`The check of the payload of ${name} failed: ${printError(error)}`);
      return [];
    }
  }
}

// ---- Places

/** A place that has payloads. */
interface PayloadPlace {
  describeForPage(): PageOptions;
  compare(event: NamedPayload): readonly Deviation[] | Promise<readonly Deviation[]>;
}

type PageOptions = Pick<MemorySourceOptions, "events" | "sample" | "describe">;

function lookInService(service: Service): PayloadPlace {
  const { compare, describe } = createPayloadChecker(service.model);
  return {
    compare,
    describeForPage: () => {
      const createSample = service.createDelivery();
      const sample = async (event: string): Promise<unknown> => (await createSample(event)).payload;
      return { events: service.catalog.eventNames, sample, describe };
    },
  };
}

/** Without a package, nothing is known of any payload. */
function lookInPackage(entryPackage: ServicePackage | undefined): PayloadPlace {
  if (entryPackage === undefined) return { compare: () => [], describeForPage: () => ({}) };
  const { events, sample, check, findSchema } = entryPackage;
  const compare = ({ event, action, payload }: NamedPayload): Promise<readonly Deviation[]> =>
    check(nameWithAction(event, action), payload);
  // Without a schema, the page shows the deviations alone.
  const describe = async (event: NamedPayload): Promise<PayloadDescription> => {
    const deviations = await compare(event);
    const schema = await findSchema(nameWithAction(event.event, event.action));
    if (schema === undefined) return { types: {}, deviations };
    return describePayload(schema, event.payload, { deviations });
  };
  return { compare, describeForPage: () => ({ events, sample, describe }) };
}
