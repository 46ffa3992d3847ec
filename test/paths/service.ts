/** The paths of a small service, in the form of openapi-typescript. */

interface NoParameters {
  query?: never;
  header?: never;
  path?: never;
  cookie?: never;
}

interface NoMethods {
  put?: never;
  post?: never;
  delete?: never;
  options?: never;
  head?: never;
  patch?: never;
  trace?: never;
}

export interface Thing {
  id: number;
  name?: string;
}

interface Failure {
  code: string;
}

type Headers = Record<string, unknown>;

interface Json<Body> {
  headers: Headers;
  content: { "application/json": Body };
}

export interface paths {
  "/things": {
    parameters: NoParameters;
    get: {
      parameters: Omit<NoParameters, "query" | "cookie"> & {
        query?: { tag?: string[]; filter?: Record<string, unknown>; since?: Date; limit?: number };
        cookie?: { session?: string };
      };
      requestBody?: never;
      responses: { 200: Json<Thing[]>; default: Json<Failure> };
    };
    post: {
      parameters: NoParameters;
      requestBody: { content: { "application/json": Thing; "text/plain": string } };
      responses: {
        201: Json<Thing>;
        204: { headers: Headers; content?: never };
        422: Json<Failure>;
      };
    };
  } & Omit<NoMethods, "post">;
  "/things/{id}": {
    parameters: Omit<NoParameters, "path"> & { path: { id: number | string } };
    get: {
      parameters: Omit<NoParameters, "path"> & { path: { id: number | string } };
      requestBody?: never;
      responses: {
        200: { headers: Headers; content: { "application/json": Thing; "text/csv": string } };
        404: Json<Failure>;
      };
    };
    delete: {
      parameters: Omit<NoParameters, "path"> & { path: { id: number | string } };
      requestBody?: never;
      responses: { 204: { headers: Headers; content?: never } };
    };
  } & Omit<NoMethods, "delete">;
  "/files/{path}": {
    parameters: NoParameters;
    put: {
      parameters: Omit<NoParameters, "path" | "header"> & {
        path: { path: string };
        header: { "x-mode": string };
      };
      requestBody?: { content: { "application/octet-stream": unknown } };
      responses: { 204: { headers: Headers; content?: never } };
    };
    get?: never;
  } & Omit<NoMethods, "put">;
}
