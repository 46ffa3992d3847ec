/** Recorded deliveries of a miniature schema, and the corrections that they ask for. */
export interface DeviationCase {
  readonly title: string;
  /** Payloads of `ticket.opened`. */
  readonly payloads: readonly unknown[];
  /** Corrections that there are. */
  readonly corrections?: string;
  readonly proposals: string;
}

export const schema = {
  "payloads/ticket.yaml": `actions:
  opened:
    type: object
    required: [action, ticket]
    properties:
      action: { type: string, enum: [opened] }
      ticket: { $ref: ../components/shared.yaml#/ticket }
      previous: { $ref: ../components/shared.yaml#/ticket }
      by:
        type: object
        required: [login, kind]
        properties:
          login: { type: string }
          kind: { type: string, enum: [person] }
      tags: { type: array, maxItems: 2, items: { type: string, maxLength: 5 } }
      target:
        oneOf:
          - { type: object, required: [kind, path], properties: { kind: { enum: [file] }, path: { type: string } } }
          - { type: object, required: [kind, url], properties: { kind: { enum: [page] }, url: { type: string } } }
      extra: { type: object, additionalProperties: false, properties: { a: { type: string } } }
      counts: { type: object, additionalProperties: { type: integer } }
      share: { type: number, multipleOf: 0.5 }
`,
  "components/shared.yaml": `ticket:
  type: object
  required: [id, title]
  properties:
    id: { type: integer }
    title: { type: string }
    closed_at: { type: string, format: date-time }
page: { type: integer, description: Which page. }
filter: { type: object }
`,
};

const ticket = { id: 1, title: "Broken" };
const opened = (more: object = {}) => ({ action: "opened", ticket, ...more });

export const deviations: readonly DeviationCase[] = [
  {
    title: "nothing, where all is as described",
    payloads: [opened(), opened({ unheard: "of" })],
    proposals: "{}\n",
  },
  {
    title: "an optional property of the component, wherever it is absent",
    payloads: [opened({ ticket: { id: 1 } }), opened({ previous: { id: 2 } })],
    proposals: `components:
  components/shared.yaml#/ticket:
    - property: title
      optional: true
      reason: absent in recorded deliveries of ticket.opened
`,
  },
  {
    title: "null where it stands, not for all that refer to the component",
    payloads: [opened({ previous: null })],
    proposals: `payloads:
  ticket.opened:
    - property: previous
      nullable: true
      reason: null in recorded deliveries of ticket.opened
`,
  },
  {
    title: "further types, each kind by itself",
    payloads: [
      opened({ ticket: { ...ticket, closed_at: 1_700_000_000 } }),
      opened({ ticket: { ...ticket, closed_at: null } }),
    ],
    proposals: `components:
  components/shared.yaml#/ticket:
    - property: closed_at
      nullable: true
      reason: null in recorded deliveries of ticket.opened
    - property: closed_at
      types:
        - integer
      reason: an integer in recorded deliveries of ticket.opened
`,
  },
  {
    title: "what is inside an object, for the action that showed it",
    payloads: [opened({ by: { kind: "person" } }), opened({ by: { login: "a", kind: "robot" } })],
    proposals: `payloads:
  ticket.opened:
    - property: by.kind
      values:
        - robot
      reason: other values in recorded deliveries of ticket.opened
    - property: by.login
      optional: true
      reason: absent in recorded deliveries of ticket.opened
`,
  },
  {
    title: "an existing object rule, not the single property",
    payloads: [opened({ by: { login: "a" } })],
    corrections:
      "objects: { account: { having: [login, kind], corrections: [{ property: login, nullable: true, reason: hidden }] } }\n",
    proposals: `objects:
  account:
    corrections:
      - property: kind
        optional: true
        reason: absent in recorded deliveries of ticket.opened
`,
  },
  {
    title: "no limits, on lists and on their items",
    payloads: [opened({ tags: ["a", "b", "c"] }), opened({ tags: ["far too long"] })],
    proposals: `payloads:
  ticket.opened:
    - property:
        - tags
        - tags[]
      unlimited: true
      reason: beyond its limits in recorded deliveries of ticket.opened
`,
  },
  {
    title: "no limits, on a number that is no multiple",
    payloads: [opened({ share: 0.75 }), opened({ share: 1.5 })],
    proposals: `payloads:
  ticket.opened:
    - property: share
      unlimited: true
      reason: beyond its limits in recorded deliveries of ticket.opened
`,
  },
  {
    title: "the alternative that was meant",
    payloads: [opened({ target: { kind: "page" } })],
    proposals: `payloads:
  ticket.opened:
    - property: target.url
      optional: true
      reason: absent in recorded deliveries of ticket.opened
`,
  },
  {
    title: "properties and values of maps",
    payloads: [opened({ extra: { b: 1 } }), opened({ counts: { x: "many" } })],
    proposals: `payloads:
  ticket.opened:
    - property: counts{}
      types:
        - string
      reason: a string in recorded deliveries of ticket.opened
    - property: extra
      open: true
      reason: more properties in recorded deliveries of ticket.opened
`,
  },
  {
    title: "what an earlier proposal uncovers",
    payloads: [opened({ by: { login: 7, kind: null } })],
    proposals: `payloads:
  ticket.opened:
    - property: by.kind
      nullable: true
      reason: null in recorded deliveries of ticket.opened
    - property: by.login
      types:
        - integer
      reason: an integer in recorded deliveries of ticket.opened
`,
  },
  {
    title: "properties that deviate alike, together",
    payloads: [opened({ ticket: {} })],
    proposals: `components:
  components/shared.yaml#/ticket:
    - property:
        - id
        - title
      optional: true
      reason: absent in recorded deliveries of ticket.opened
`,
  },
];
