/** Compares payloads with the schema folder: deviations, types, and proposed corrections. */
import { readSchemaFolder } from "../../codegen/files/folders.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import type { SchemaModel } from "../../codegen/model/model.js";
import { readUncorrected } from "../../codegen/read-schema.js";
import { printProposals } from "../../codegen/reconcile/write-corrections.js";
import { describeReconciliation, reconcile } from "../../codegen/reconcile/reconcile.js";
import { createValidators, listPayloads } from "../../codegen/reconcile/validators.js";
import { describePayload } from "../../src/inspector/describe.js";
import type {
  DescribeEvent,
  Deviation,
  InspectedReconciliation,
} from "../../src/inspector/types.js";

/** Creates a function that finds the deviations of a payload from its schema. */
export function createComparison(
  model: SchemaModel,
): (event: NamedPayload) => readonly Deviation[] {
  const validators = createValidators(model);
  return (event) =>
    (findByName(validators, event)?.(event.payload) ?? []).map(
      ({ instancePath, message = "is not as described" }) => ({ at: instancePath, text: message }),
    );
}

/** Finds the value of an event with its action, or else that of the event. */
function findByName<Value>(
  values: ReadonlyMap<string, Value>,
  { event, action }: Omit<NamedPayload, "payload">,
): Value | undefined {
  return values.get(`${event}.${action ?? ""}`) ?? values.get(event);
}

export function createPayloadChecker(model: SchemaModel): PayloadChecker {
  const compare = createComparison(model);
  const schemas = new Map(listPayloads(model));
  const resolveRef = createResolver(model);
  const resolve = (reference: string) => {
    try {
      return resolveRef(reference).schema;
    } catch {
      return undefined;
    }
  };
  return {
    compare,
    describe: (event) => {
      const schema = findByName(schemas, event);
      if (schema === undefined) return undefined;
      return describePayload(schema, event.payload, { resolve, deviations: compare(event) });
    },
  };
}

/** Compares deliveries with the schema folder, as `typewire reconcile` does. */
export async function reconcileWith(
  folder: string,
  deliveries: readonly NamedPayload[],
): Promise<InspectedReconciliation> {
  const { model, corrections } = readUncorrected(await readSchemaFolder(folder));
  const recordings = deliveries.map(({ event, payload }) => ({ name: event, payload }));
  const result = reconcile(model, corrections, recordings);
  const { proposals, unsolved } = result;
  return {
    summary: describeReconciliation(result),
    proposals: proposals.length === 0 ? "" : await printProposals(proposals),
    problems: unsolved,
  };
}

/** Name and action of an event, and its payload. */
export interface NamedPayload {
  readonly event: string;
  readonly action: string | undefined;
  readonly payload: unknown;
}

export interface PayloadChecker {
  /** Finds the deviations of a payload from its schema. */
  readonly compare: (event: NamedPayload) => readonly Deviation[];
  readonly describe: DescribeEvent;
}
