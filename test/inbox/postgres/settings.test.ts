/** Settings of the store's own transactions, on a database whose settings would break a promise. */
import { afterEach, describe, expect, it } from "vitest";
import { openPostgresStore, type PostgresStoreOptions } from "../../../src/inbox/postgres/store.js";
import type { InboxStore } from "../../../src/inbox/store.js";
import { createDatabase } from "../../postgres/database.js";
import { loadPgBoss12 } from "../../postgres/pg-boss-12.js";
import { query } from "../../postgres/query.js";
import { arrive, commit, SETTINGS } from "../deliveries.js";

let store: InboxStore | undefined;

afterEach(() => store?.close());

describe.each([
  ["pg-boss 10", {}],
  ["pg-boss 12", { pgBoss: loadPgBoss12() }],
])("with %s, a transaction of the store", (_, options) => {
  it("[G.11] compiles no statement, whatever the database says", async () => {
    const rows = await runSpied(options, { jit: "on" });
    expect(new Set(rows.map(({ jit }) => jit))).toEqual(new Set(["off"]));
  });

  it("[G.11] has a switch of the planner only where jobs are taken by an index", async () => {
    const rows = await runSpied(options, {});
    const switched = rows.filter(({ switches }) => switches !== "");
    const isTakingJobs = ({ place, switches }: SpiedRow) =>
      place !== "delivery" && switches === "enable_sort";
    expect(switched.filter((row) => !isTakingJobs(row))).toEqual([]);
    expect(switched.length > 0).toBe("pgBoss" in options);
  });

  it.each([
    ["off", "on"],
    ["local", "local"],
    ["on", "on"],
    ["remote_write", "remote_write"],
    ["remote_apply", "remote_apply"],
  ])(
    "[G.11] in a database with synchronous_commit = %s, is committed with %s",
    async (setting, used) => {
      const rows = await runSpied(options, { synchronous_commit: setting });
      expect(new Set(rows.map(({ durability }) => durability))).toEqual(new Set([used]));
    },
  );
});

/** Triggers that note the settings under which rows are written and jobs are taken. */
function printSpy(jobs: string): string {
  return `
  create table spied (place text, jit text, switches text, durability text);
  create function spy() returns trigger language plpgsql as $$ begin
    insert into public.spied select tg_table_name, current_setting('jit'),
      (select coalesce(string_agg(name, ','), '') from pg_settings
        where name like 'enable%' and setting <> boot_val),
      current_setting('synchronous_commit');
    return null;
  end $$;
  create trigger spy after insert or update on typewire_inbox.delivery for each row execute function spy();
  create trigger spy after insert or update on ${jobs}.job for each row execute function spy();`;
}

/** Writes, claims, ends and replays deliveries in a database that begins with `settings`, and returns what was noted. */
async function runSpied(options: PostgresStoreOptions, settings: Readonly<Record<string, string>>) {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await query(url, `alter database ${name} set ${setting} = '${value}'`);
  store = openPostgresStore(url, options);
  await store.open({ ...SETTINGS, clock: Date.now });
  await query(url, printSpy(`typewire_inbox_jobs${options.pgBoss === undefined ? 10 : 12}`));
  const arrivals = [arrive("1"), arrive("2", { orderKey: "a" }), arrive("3", { orderKey: "a" })];
  const { claimed } = await commit(store, { arrivals, room: 10 });
  const outcomes = claimed.map(({ key, token }) => {
    return { key, token, end: "dead" as const, done: [], errors: [] };
  });
  await commit(store, { outcomes, room: 10 });
  await store.replay({ state: "dead" });
  const rows = await query<SpiedRow>(url, "select distinct * from spied");
  // pg-boss names the partitions of its table; a delivery is only ever in one table.
  const kinds = rows.map(({ place }) => (place === "delivery" ? place : "job"));
  expect(new Set(kinds)).toEqual(new Set(["delivery", "job"]));
  return rows;
}

interface SpiedRow {
  readonly place: string;
  readonly jit: string;
  readonly switches: string;
  readonly durability: string;
}
