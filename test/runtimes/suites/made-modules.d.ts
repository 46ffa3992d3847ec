/** Modules that `made-package.ts` makes before a run. */

/** Every subpath of the packages, by its specifier. */
declare module "listed-modules" {
  export const MODULES: Readonly<Record<string, object>>;
}

/** The package that `init` makes from nothing, as far as the suite uses it. */
declare module "acme-sdk" {
  interface Note {
    readonly note: string;
  }
  interface Log {
    warn(): void;
    error(): void;
  }
  interface Call extends Promise<unknown> {
    withResponse(): Promise<{ readonly data: unknown; readonly response: Response }>;
  }
  export class Acme {
    constructor(options: { readonly apiKey: string; readonly baseUrl: string });
    readonly notes: {
      list(parameters: { readonly author: string; readonly limit: number }): Call;
      get(parameters: Note): Call;
      create(parameters: { readonly title: string; readonly labels: readonly string[] }): Call;
    };
  }
  export class ResponseError extends Error {
    readonly status: number;
    readonly data: unknown;
  }
  export class Webhooks {
    constructor(options: { readonly secret: string; readonly log: Log });
    on(name: string, handler: (event: { readonly payload: unknown }) => void): () => void;
  }
  export function createWebMiddleware(
    webhooks: Webhooks,
    options: { readonly log: Log },
  ): (request: Request) => Promise<Response>;
  export function endpoint(route: string, parameters?: object): object;
  export function validateEventName(name: string): void;
}

declare module "acme-sdk/testing" {
  export function createDelivery(
    name: string,
    overrides: object,
    options: { readonly secret: string; readonly id: string; readonly timestamp?: number },
  ): Promise<{
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    toRequest(): Request;
  }>;
}

declare module "acme-sdk/validate" {
  export function validatePayload(name: string, payload: unknown): Promise<object>;
}
