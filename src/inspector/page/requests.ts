/** Requests of the page to the API of the inspector. */
import type {
  CountAnswer,
  DeliveryAnswer,
  DeliveryToSend,
  ErrorAnswer,
  InspectedReconciliation,
  ListAnswer,
  OverviewAnswer,
  SendResult,
  SourceAnswer,
} from "../types.js";

export const api = {
  source: () => get<SourceAnswer>("source"),
  list: (filter: Query, signal: AbortSignal) => get<ListAnswer>("deliveries", filter, signal),
  overview: (filter: Query, signal: AbortSignal) => get<OverviewAnswer>("overview", filter, signal),
  get: (key: string) => get<DeliveryAnswer>("delivery", { key }),
  sample: (event: string) => get<{ payload: unknown }>("sample", { event }),
  reconcile: (filter: Query) => get<InspectedReconciliation>("reconciliation", filter),
  count: (filter: Query) => get<CountAnswer>("count", filter),
  replay: (which: object) => postAction<{ count: number }>("replay", which),
  resend: (key: string) => postAction<SendResult>("resend", { key }),
  send: (delivery: DeliveryToSend) => postAction<SendResult>("send", delivery),
};

// ---- Requests

export function createUrl(name: string, query: Query = {}): string {
  const parameters = Object.entries(query).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [[key, String(value)]],
  );
  const text = new URLSearchParams(parameters).toString();
  return `api/${name}${text === "" ? "" : `?${text}`}`;
}

function get<Answer>(name: string, query?: Query, signal?: AbortSignal): Promise<Answer> {
  return request(createUrl(name, query), signal && { signal });
}

async function request<Answer>(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, { credentials: "same-origin", ...init });
  const answer: unknown = await response.json().catch(() => undefined);
  if (response.ok) return answer as Answer; // as `api.ts` has written it
  const { error = `The answer is ${response.status}.` } = (answer ?? {}) as Partial<ErrorAnswer>;
  throw new Error(error);
}

const TOKEN = document.querySelector<HTMLMetaElement>("meta[name=typewire-token]")?.content ?? "";

function postAction<Answer>(name: string, input: object): Promise<Answer> {
  const headers = { "content-type": "application/json", "x-typewire-inspector": TOKEN };
  return request(`api/${name}`, { method: "POST", headers, body: JSON.stringify(input) });
}

/** Parameters of a request; `undefined` and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;
