/** Compares payloads with the schema folder: differences, types, and proposed corrections. */
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readUncorrected } from "../../codegen/read-schema.js";
import { printProposals } from "../../codegen/reconcile/propose.js";
import { describeReconciliation, reconcile } from "../../codegen/reconcile/reconcile.js";
import { createValidators, listPayloads } from "../../codegen/reconcile/validators.js";
import { describePayload } from "../../src/inspector/describe.js";
import type {
  DescribeEvent,
  Deviation,
  InspectedReconciliation,
} from "../../src/inspector/types.js";
import type { DeliveryFacts } from "./delivery.js";

type Named = Pick<DeliveryFacts, "event" | "action" | "payload">;

export interface PayloadChecker {
  /** Lists the differences from the schema, as sentences. */
  readonly check: (facts: Named) => readonly string[];
  readonly describe: DescribeEvent;
}

export function createPayloadChecker(model: SchemaModel): PayloadChecker {
  const validators = createValidators(model);
  const schemas = new Map(listPayloads(model));
  const resolveRef = createResolver(model);
  const resolve = (reference: string) => {
    try {
      return resolveRef(reference).schema;
    } catch {
      return undefined;
    }
  };
  const find = <Value>(map: ReadonlyMap<string, Value>, { event, action }: Named) =>
    map.get(`${event}.${action ?? ""}`) ?? map.get(event);
  const listDeviations = (facts: Named): readonly Deviation[] =>
    (find(validators, facts)?.(facts.payload) ?? []).map(
      ({ instancePath, message = "is not as described" }) => ({ at: instancePath, text: message }),
    );
  return {
    check: (facts) =>
      listDeviations(facts).map(({ at, text }) => `${at === "" ? "the payload" : at} ${text}`),
    describe: (event) => {
      const schema = find(schemas, event);
      if (schema === undefined) return undefined;
      const deviations = listDeviations(event);
      return describePayload(schema, event.payload, { resolve, deviations });
    },
  };
}

/** Compares deliveries with the schema folder, as `typewire reconcile` does. */
export async function reconcileWith(
  folder: string,
  deliveries: readonly Named[],
): Promise<InspectedReconciliation> {
  const { model, corrections } = readUncorrected(await readSchemaFolder(folder));
  const recordings = deliveries.map(({ event, payload }) => ({ name: event, payload }));
  const result = reconcile(model, corrections, recordings);
  const { proposals, problems } = result;
  return {
    summary: describeReconciliation(result),
    proposals: proposals.length === 0 ? "" : await printProposals(proposals),
    problems,
  };
}
