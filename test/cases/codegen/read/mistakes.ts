/** All mistakes in the YAML, with the exact report of each. */
import { clientMistakes } from "./mistakes/client.js";
import { eventMistakes } from "./mistakes/events.js";
import { routeMistakes } from "./mistakes/routes.js";
import { schemaMistakes } from "./mistakes/schemas.js";
import { vendorMistakes } from "./mistakes/vendor.js";
import { yamlMistakes } from "./mistakes/yaml.js";
import type { Mistake } from "./mistakes/files.js";

export const mistakes: readonly Mistake[] = [
  ...yamlMistakes,
  ...vendorMistakes,
  ...eventMistakes,
  ...schemaMistakes,
  ...routeMistakes,
  ...clientMistakes,
];
