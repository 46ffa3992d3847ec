/** Splits components that differ when sent and when received, by `readOnly` and `writeOnly`. */
import type { Component, JsonSchema, JsonSchemaObject, SchemaModel } from "../model/model.js";
import { changeSchemas, type Direction } from "./model-schemas.js";
import { readObjectProperties } from "./objects.js";
import { listIdentities, Opener } from "./open-values.js";
import {
  collectRefs,
  createResolver,
  dereference,
  findLeading,
  type ResolveComponent,
} from "./references.js";
import {
  ALTERNATIVES,
  childrenOf,
  isNull,
  mapChildren,
  membersOf,
  propertiesOf,
  refOf,
  requiredOf,
} from "./keywords.js";

/** Keywords that exclude a property from a direction. */
const DIRECTION_KEYWORDS: Readonly<Record<Direction, string>> = {
  sent: "readOnly",
  received: "writeOnly",
};

const DIRECTIONS: readonly Direction[] = ["sent", "received"];

/**
 * Separates schemas of requests from schemas of responses and deliveries:
 *
 * - `readOnly` properties are removed from requests, and `writeOnly` ones from responses and
 *   deliveries (OpenAPI Specification 3.0.3, section 4.7.24.2), also from `required`.
 * - Received schemas are open to values that a service adds later, unless `enums` is `closed`.
 *
 * A component that is sent and received, and differs, gets a second version for requests: its input.
 */
export function splitDirections(model: SchemaModel): SchemaModel {
  const known = SPLIT_MODELS.get(model);
  if (known !== undefined) return known;
  const split = splitModel(model);
  SPLIT_MODELS.set(model, split);
  return split;
}

/** A cache: the generator and the pages of a package split the same model. */
const SPLIT_MODELS = new WeakMap<SchemaModel, SchemaModel>();

function splitModel(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  const opener = model.vendor.hasClosedEnums
    ? undefined
    : new Opener(resolve, listIdentities(model, resolve));
  const divider = new Divider(resolve, {
    opener,
    divided: findLeading(model.components, ({ schema }) =>
      someSchema(
        schema,
        (each) => hasMarkedProperty(each, resolve) || opener?.opens(each) === true,
      ),
    ),
    received: findReceived(model, resolve),
  });
  const split = changeSchemas({ ...model, components: [] }, (schema, direction) =>
    divider.limit(schema, direction),
  );
  // Last, when the divider knows all inputs that requests refer to.
  return { ...split, components: divider.listComponents(model.components) };
}

/** Collects the components that payloads and responses lead to. */
function findReceived(model: SchemaModel, resolve: ResolveComponent): ReadonlySet<string> {
  const roots: JsonSchema[] = [];
  changeSchemas({ ...model, components: [] }, (schema, direction) => {
    if (direction === "received") roots.push(schema);
    return schema;
  });
  return collectRefs(roots, resolve);
}

/** Tests whether a schema, or one inside it, passes a test. References are not followed. */
function someSchema(schema: JsonSchema, test: (schema: JsonSchemaObject) => boolean): boolean {
  if (typeof schema === "boolean") return false;
  return test(schema) || childrenOf(schema).some((child) => someSchema(child.schema, test));
}

/** Tests whether a property of a schema is excluded from a direction. */
function hasMarkedProperty(schema: JsonSchemaObject, resolve: ResolveComponent): boolean {
  return Object.values(propertiesOf(schema)).some((property) =>
    DIRECTIONS.some((direction) => isMarked(property, DIRECTION_KEYWORDS[direction], resolve)),
  );
}

/** Tests whether a property is marked: by itself, in its references, or in its compositions. */
function isMarked(property: JsonSchema, mark: string, resolve: ResolveComponent): boolean {
  const target = dereference(property, resolve);
  if (typeof target === "boolean") return false;
  if (target[mark] === true) return true;
  const isIn = (member: JsonSchema): boolean => isMarked(member, mark, resolve);
  return (
    membersOf(target, "allOf").some(isIn) ||
    ALTERNATIVES.map((keyword) => membersOf(target, keyword).filter((each) => !isNull(each))).some(
      (members) => members.length > 0 && members.every(isIn),
    )
  );
}

/** The marked properties of a value, through references and `allOf`. */
function listMarkedNames(
  schema: JsonSchema,
  mark: string,
  resolve: ResolveComponent,
): readonly string[] {
  const target = dereference(schema, resolve);
  const markedProperties = Object.entries(propertiesOf(target)).filter(([, property]) =>
    isMarked(property, mark, resolve),
  );
  const members = typeof target === "object" ? membersOf(target, "allOf") : [];
  return [
    ...markedProperties.map(([name]) => name),
    ...members.flatMap((member) => listMarkedNames(member, mark, resolve)),
  ];
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Limits schemas to one direction. It notes the inputs that limited schemas refer to, and lists them at the end. */
class Divider {
  readonly #resolve: ResolveComponent;
  readonly #division: Division;
  readonly #usedInputs = new Set<string>();

  constructor(resolve: ResolveComponent, division: Division) {
    this.#resolve = resolve;
    this.#division = division;
  }

  /** The limited components, then the inputs that were referred to. A component that is only sent is its own input. */
  listComponents(described: readonly Component[]): readonly Component[] {
    const inputs: Component[] = [];
    const onlySent = new Map<string, JsonSchema>();
    // The loop also visits refs that it adds.
    for (const ref of this.#usedInputs) {
      const { name, schema, source } = this.#resolve(ref);
      const sent = this.limit(schema, "sent");
      if (!this.#division.received.has(ref)) onlySent.set(ref, sent);
      else inputs.push({ ref: inputOf(ref), name: `${name} input`, schema: sent, source });
    }
    const limited = described.map((component) => {
      const schema = onlySent.get(component.ref) ?? this.limit(component.schema, "received");
      return { ...component, schema };
    });
    return [...limited, ...inputs];
  }

  /**
   * A schema without the properties of the other direction.
   * @param outerNames Names that an outer schema removes from the members of its compositions.
   */
  limit(schema: JsonSchema, direction: Direction, outerNames = NO_NAMES): JsonSchema {
    if (typeof schema === "boolean") return schema;
    const ref = refOf(schema);
    if (ref !== undefined) return this.#limitReference(ref, schema, direction, outerNames);
    const marked = listMarkedNames(schema, DIRECTION_KEYWORDS[direction], this.#resolve);
    const names = marked.length === 0 ? outerNames : new Set([...outerNames, ...marked]);
    const limited = mapChildren(withoutProperties(schema, names), (child, step) =>
      this.limit(child, direction, step === undefined ? names : NO_NAMES),
    );
    const { opener } = this.#division;
    if (direction === "sent" || opener === undefined) return limited;
    return opener.open(schema, limited, (child) => this.limit(child, direction, names));
  }

  #limitReference(
    ref: string,
    schema: JsonSchemaObject,
    direction: Direction,
    outerNames: ReadonlySet<string>,
  ): JsonSchema {
    const target = this.#resolve(ref).schema;
    // Elsewhere the target keeps these properties, so here a copy without them takes the place of the reference.
    if (this.#losesProperties(target, direction, outerNames)) {
      return this.limit(target, direction, outerNames);
    }
    const { divided, received } = this.#division;
    if (direction !== "sent" || !divided.has(ref)) return schema;
    this.#usedInputs.add(ref);
    return received.has(ref) ? { ...schema, $ref: inputOf(ref) } : schema;
  }

  /** Tests whether the target of a reference has properties that only an outer schema removes. */
  #losesProperties(
    target: JsonSchema,
    direction: Direction,
    outerNames: ReadonlySet<string>,
  ): boolean {
    if (outerNames.size === 0) return false;
    const marked = new Set(listMarkedNames(target, DIRECTION_KEYWORDS[direction], this.#resolve));
    const object = readObjectProperties(target, this.#resolve);
    return [...outerNames].some(
      (name) => !marked.has(name) && object !== undefined && Object.hasOwn(object.properties, name),
    );
  }
}

/** The `$ref` of an input. No schema folder has a file of this name. */
function inputOf(ref: string): string {
  return `inputs/${ref}`;
}

/** A copy of a schema without some of its properties. */
function withoutProperties(schema: JsonSchemaObject, names: ReadonlySet<string>): JsonSchemaObject {
  if (names.size === 0) return schema;
  const kept = Object.entries(propertiesOf(schema)).filter(([name]) => !names.has(name));
  const required = requiredOf(schema).filter((name) => !names.has(name));
  return {
    ...schema,
    ...("properties" in schema && { properties: Object.fromEntries(kept) }),
    ...("required" in schema && { required }),
  };
}

/** The parts of a model that directions concern. */
interface Division {
  /** Absent for a vendor whose enums are closed. */
  readonly opener: Opener | undefined;
  /** The components that differ by direction, themselves or through references. */
  readonly divided: ReadonlySet<string>;
  /** The components that are received. */
  readonly received: ReadonlySet<string>;
}
