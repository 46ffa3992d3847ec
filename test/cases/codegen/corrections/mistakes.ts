/** A `corrections.yaml` with a mistake in it, and the exact report. */
export interface CorrectionMistake {
  readonly title: string;
  readonly text: string;
  readonly report: readonly string[];
}

/** The payload of `ticket.opened`, and what it refers to. */
export const mistakenSchema = {
  "payloads/ticket.yaml": `actions:
  opened:
    type: object
    required: [action, ticket]
    properties:
      action: { type: string }
      note: { type: [string, "null"] }
      ticket: { $ref: ../components/shared.yaml#/ticket }
`,
  "components/shared.yaml": `ticket: { type: object, properties: { id: { type: integer } } }
page: { type: integer, description: Which page. }
filter: { type: object }
`,
};

const payload = (correction: string, name = "ticket.opened") =>
  `payloads:\n  ${name}:\n    - ${correction}\n`;

export const correctionMistakes: readonly CorrectionMistake[] = [
  {
    title: "no reason",
    text: payload("{ property: note, optional: true }"),
    report: ['corrections.yaml:3:7  payloads["ticket.opened"][0]: the key `reason` is missing.'],
  },
  {
    title: "no change",
    text: payload("reason: somehow"),
    report: [
      'corrections.yaml:3:7  payloads["ticket.opened"][0]: got a map, expected a change beside the reason.',
    ],
  },
  {
    title: "an unknown change",
    text: payload("{ property: note, optionl: true, reason: absent }"),
    report: [
      'corrections.yaml:3:25  payloads["ticket.opened"][0].optionl: got the unknown key `optionl`, expected `property`, `optional`, `required`, `nullable`, `types`, `values`, `open`, `unlimited`, `schema` or `reason`. Did you mean `optional`?',
    ],
  },
  {
    title: "a path that is none",
    text: payload('{ property: "a..b", optional: true, reason: absent }'),
    report: [
      'corrections.yaml:3:19  payloads["ticket.opened"][0].property: got "a..b", expected a path such as `labels[].name`.',
    ],
  },
  {
    title: "an unknown event",
    text: payload("{ property: note, optional: true, reason: absent }", "tickets.opened"),
    report: [
      'corrections.yaml:2:3  payloads["tickets.opened"]: got "tickets.opened", expected an event that there is; remove what is stale. Did you mean `ticket.opened`?',
    ],
  },
  {
    title: "an unknown component",
    text: "components:\n  components/shared.yaml#/tiket:\n    - { property: id, optional: true, reason: absent }\n",
    report: [
      'corrections.yaml:2:3  components["components/shared.yaml#/tiket"]: got "components/shared.yaml#/tiket", expected a component that there is; remove what is stale. Did you mean `components/shared.yaml#/ticket`?',
    ],
  },
  {
    title: "a property that is not described",
    text: payload("{ property: notes, nullable: true, reason: null at times }"),
    report: [
      'corrections.yaml:3:19  payloads["ticket.opened"][0].property: got `notes`, expected a property that is described; remove what is stale. Did you mean `note`?',
    ],
  },
  {
    title: "one of several properties that is not described",
    text: payload("{ property: [ticket, nots], optional: true, reason: absent }"),
    report: [
      'corrections.yaml:3:28  payloads["ticket.opened"][0].property[1]: got `nots`, expected a property that is described; remove what is stale. Did you mean `note`?',
    ],
  },
  {
    title: "a property that a component describes",
    text: payload("{ property: ticket.id, nullable: true, reason: null at times }"),
    report: [
      'corrections.yaml:3:19  payloads["ticket.opened"][0].property: got `ticket.id`, which components/shared.yaml#/ticket describes; expected the correction there.',
    ],
  },
  {
    title: "a change that the schema has no need of",
    text: payload("{ property: note, nullable: true, reason: null at times }"),
    report: [
      'corrections.yaml:3:25  payloads["ticket.opened"][0].nullable: `nullable` changes nothing: the schema says so already; remove what is stale.',
    ],
  },
  {
    title: "one of several properties that has no need of it",
    text: payload("{ property: [ticket, note], optional: true, reason: absent }"),
    report: [
      'corrections.yaml:3:28  payloads["ticket.opened"][0].property[1]: `optional` changes nothing: the schema says so already; remove what is stale.',
    ],
  },
  {
    title: "an object rule that matches nothing",
    text: "objects:\n  user:\n    having: [login]\n    corrections:\n      - { property: name, nullable: true, reason: hidden }\n",
    report: [
      "corrections.yaml:5:21  objects.user.corrections[0].property: got `name`, expected a property that is described; remove what is stale.",
    ],
  },
  {
    title: "keywords that nothing has",
    text: "everywhere:\n  - { where: { type: number }, nullable: true, reason: null at times }\n",
    report: [
      "corrections.yaml:2:7  everywhere[0].where: got keywords that no schema has, expected some; remove what is stale.",
    ],
  },
  {
    title: "a component that only routes lead to",
    text: "components:\n  components/shared.yaml#/page:\n    - { nullable: true, reason: null at times }\n",
    report: [
      'corrections.yaml:3:7  components["components/shared.yaml#/page"][0]: got a schema that no payload leads to, expected another; remove what is stale.',
    ],
  },
  {
    title: "a schema with a reference that leads nowhere",
    text: payload("{ property: x, schema: { $ref: components/shared.yaml#/ticke }, reason: new }"),
    report: [
      'corrections.yaml:3:38  payloads["ticket.opened"][0].schema.$ref: got "components/shared.yaml#/ticke", but `components/shared.yaml` has no `ticke`. Did you mean `components/shared.yaml#/ticket`?',
    ],
  },
];
