/** The table of all laws. */
import { mergeProperties, placementProperties } from "./endpoint.js";
import { eventNameProperties } from "./event-names.js";
import { eventStreamProperties } from "./event-stream.js";
import type { Property } from "./property.js";
import { signatureProperties } from "./signatures.js";
import { templateProperties } from "./template.js";
import { yamlProperties } from "./yaml.js";

/** All laws, by the part that they hold for. */
export const properties: Readonly<Record<string, readonly Property[]>> = {
  template: templateProperties,
  merge: mergeProperties,
  placement: placementProperties,
  signature: signatureProperties,
  "event names": eventNameProperties,
  "event stream": eventStreamProperties,
  "YAML reader": yamlProperties,
};
