/** Laws of the names that events are registered under. */
import fc from "fast-check";
import { createEventNameValidator } from "../../src/receive/webhooks/event-names.js";
import { acmeCatalog } from "../cases/webhooks/acme.js";
import { check, type Property } from "./property.js";

const anyText = fc.string({ unit: "binary", minLength: 1 });

const validate = createEventNameValidator(acmeCatalog.eventNames);

export const eventNameProperties: readonly Property[] = [
  check(
    "a name is valid exactly when it is known",
    fc.oneof(
      anyText,
      fc.constantFrom(
        ...acmeCatalog.eventNames,
        "*",
        "error",
        "__proto__",
        "toString",
        "issues.toString",
        "issue",
      ),
    ),
    fc.constant(undefined),
    (name) => {
      let valid = true;
      try {
        validate(name);
      } catch (error) {
        if (!(error instanceof TypeError) || error.message === "") throw error;
        valid = false;
      }
      if (valid !== acmeCatalog.eventNames.includes(name)) throw new Error(String(valid));
    },
  ),
  check(
    "warned of on one line",
    anyText,
    fc.constantFrom(...acmeCatalog.eventNames),
    (noise, known) => {
      if (noise === "*" || noise === "error") return;
      const lines: unknown[] = [];
      for (const name of [noise, known + noise])
        validate(name, { onUnknownEventName: "warn", log: { warn: (line) => lines.push(line) } });
      for (const line of lines)
        if (typeof line !== "string" || /[\r\n]/.test(line) || line.length > 1000)
          throw new Error(String(line));
    },
  ),
];
