/** The schemas of payloads as Ajv compiles them: what the time of our checks is compared with. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { readFormsOfRoutes } from "../../codegen/emit/calls/forms.js";
import { toCheckedSchema } from "../../codegen/emit/checks/checked-schema.js";
import { nameTypes } from "../../codegen/emit/names/type-names.js";
import { createPayloadContext } from "../../codegen/emit/payloads/payloads.js";
import { createResolver } from "../../codegen/json-schema/references.js";
import { createMemo } from "../../codegen/model/memo.js";
import type { JsonSchema, SchemaModel } from "../../codegen/model/model.js";

/** The address of the document with all components. */
const DOCUMENT = "https://components.example/";

/** Validators of payloads by Ajv, each compiled once. */
export class AjvValidators {
  /** Keywords that are not of JSON Schema, such as those of known values, say nothing to Ajv. */
  readonly #ajv = new Ajv2020({ strict: false });
  readonly #payloads: ReadonlyMap<string, JsonSchema>;
  /** Where the one document has a component, by its reference: a number, since references have characters of pointers. */
  readonly #definitions: ReadonlyMap<string, number>;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(model: SchemaModel) {
    const names = nameTypes(model, readFormsOfRoutes(model, createResolver(model)));
    const { payloads } = createPayloadContext(model, names, createMemo());
    this.#payloads = new Map(payloads.map(({ entry, schema }) => [entry.name, schema]));
    this.#definitions = new Map(model.components.map(({ ref }, index) => [ref, index]));
    const definitions = model.components.map(({ ref, schema }) => [
      this.#definitions.get(ref),
      this.#toAjvSchema(schema),
    ]);
    this.#ajv.addSchema({ $id: DOCUMENT, $defs: Object.fromEntries(definitions) as object });
  }

  find(name: string): ValidateFunction | undefined {
    const schema = this.#payloads.get(name);
    if (schema === undefined) return undefined;
    const compiled = this.#compiled.get(name) ?? this.#ajv.compile(this.#toAjvSchema(schema));
    this.#compiled.set(name, compiled);
    return compiled;
  }

  #toAjvSchema(schema: JsonSchema): object {
    return this.#moveReferences(toCheckedSchema(schema)) as object; // of an object
  }

  /** Leads references to components into the document. */
  #moveReferences(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#moveReferences(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        if (key === "$ref")
          return [key, `${DOCUMENT}#/$defs/${this.#definitions.get(String(child)) ?? ""}`];
        // Values of an `enum` may look like references.
        return [key, key === "enum" ? child : this.#moveReferences(child)];
      }),
    );
  }
}
