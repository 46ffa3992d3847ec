import { mergeProperties, placementProperties } from "./endpoint.js";
import type { Property } from "./property.js";
import { templateProperties } from "./template.js";
import { eventNameProperties, eventStreamProperties, signatureProperties } from "./webhooks.js";
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
