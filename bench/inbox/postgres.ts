import { makeWorkerUtils } from "graphile-worker";
import pg from "pg";
import { openPostgresStore } from "../../src/inbox/postgres/store.js";
import type { Delivery } from "./enqueue.js";
import { openAsSubject, type Subject } from "./subject.js";

const BARE = `insert into bare.delivery (id, name, body)
  select * from unnest($1::text[], $2::text[], $3::bytea[])`;
const ADD_JOBS = `select from graphile_worker.add_jobs(array(
  select spec from json_populate_recordset(null::graphile_worker.job_spec, $1) spec))`;

/** The store in PostgreSQL, an `insert` of each group, and the jobs of graphile-worker. */
export const postgresSubjects: readonly Subject[] = [
  {
    name: "typewire",
    open: (url) =>
      openAsSubject(openPostgresStore(url), () =>
        run(url, "drop schema typewire_inbox, typewire_inbox_jobs10 cascade"),
      ),
  },
  {
    name: "bare inserts",
    open: async (url) => {
      await run(url, "create schema bare");
      await run(
        url,
        `create table bare.delivery (seq bigint generated always as identity primary key,
           id text, name text, body bytea)`,
      );
      const client = new pg.Client(url);
      await client.connect();
      return {
        write: (deliveries) =>
          client.query(BARE, [
            deliveries.map(({ id }) => id),
            deliveries.map(({ name }) => name),
            deliveries.map(({ body }) => body),
          ]),
        close: async () => {
          await client.end();
          await run(url, "drop schema bare cascade");
        },
      };
    },
  },
  {
    name: "graphile-worker, add_jobs",
    open: async (url) => {
      const { utils, close } = await openGraphile(url);
      const write = (deliveries: readonly Delivery[]) =>
        utils.withPgClient((client) =>
          client.query(ADD_JOBS, [JSON.stringify(deliveries.map(toJobSpec))]),
        );
      return { write, close };
    },
  },
];

/** As its documentation says: one call for each job. It has no group to wait for. */
export const graphileSingle: Subject = {
  name: "graphile-worker, addJob",
  open: async (url) => {
    const { utils, close } = await openGraphile(url);
    const add = async ([delivery]: readonly Delivery[]) => {
      if (delivery === undefined) return;
      const { identifier, payload, job_key: jobKey } = toJobSpec(delivery);
      await utils.addJob(identifier, payload, { jobKey });
    };
    return { write: add, close };
  },
};

async function openGraphile(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 16 });
  const utils = await makeWorkerUtils({ pgPool: pool });
  await utils.migrate();
  return {
    utils,
    close: async () => {
      await utils.release();
      await pool.end();
      await run(url, "drop schema graphile_worker cascade");
    },
  };
}

/** Its payload is JSON, and its key makes what comes again the same job. */
function toJobSpec({ id, name, body }: Delivery) {
  const payload = { id, name, body: JSON.parse(Buffer.from(body).toString()) as unknown };
  return { identifier: "deliver", payload, job_key: id };
}

async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text).finally(() => client.end());
}
