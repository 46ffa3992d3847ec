/** Settings of the store's own transactions, on a database whose settings would break a promise. */
import { loadPgBoss12 } from "../postgres/pg-boss-12.js";
import { afterEach, describe, expect, it } from "vitest";
import { openPostgresStore, type PostgresStoreOptions } from "../../src/inbox/postgres/store.js";
import type { InboxStore } from "../../src/inbox/store.js";
import { createDatabase } from "../postgres/database.js";
import { query } from "../postgres/query.js";
import { arrive, commit, SETTINGS } from "./deliveries.js";

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

describe.each([
  ["pg-boss 10", {}],
  ["pg-boss 12", { pgBoss: loadPgBoss12() }],
])("with %s, a transaction of the store", (_, options) => {
  it("[G.11] compiles no statement, whatever the database says", async () => {
    const rows = await spy(options, { jit: "on" });
    expect(new Set(rows.map(({ jit }) => jit))).toEqual(new Set(["off"]));
  });

  it("[G.11] has a switch of the planner only where jobs are taken by an index", async () => {
    const rows = await spy(options, {});
    const switched = rows.filter(({ switches }) => switches !== "");
    const isTaking = ({ place, switches }: Spied) =>
      place !== "delivery" && switches === "enable_sort";
    expect(switched.filter((row) => !isTaking(row))).toEqual([]);
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
      const rows = await spy(options, { synchronous_commit: setting });
      expect(new Set(rows.map(({ durability }) => durability))).toEqual(new Set([used]));
    },
  );
});

/** Notes the settings under which rows are written and jobs are taken. */
function SPY(jobs: string) {
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

/** Writes, claims, ends and replays deliveries in a database that begins with `settings`. */
async function spy(options: PostgresStoreOptions, settings: Readonly<Record<string, string>>) {
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings))
    await query(url, `alter database ${name} set ${setting} = '${value}'`);
  const store: InboxStore = openPostgresStore(url, options);
  open.push(() => store.close());
  await store.open({ ...SETTINGS, clock: Date.now });
  await query(url, SPY(`typewire_inbox_jobs${options.pgBoss === undefined ? 10 : 12}`));
  const arrivals = [arrive("1"), arrive("2", { orderKey: "a" }), arrive("3", { orderKey: "a" })];
  const { claimed } = await commit(store, { arrivals, room: 10 });
  const outcomes = claimed.map(({ key, token }) => {
    return { key, token, end: "dead" as const, done: [], errors: [] };
  });
  await commit(store, { outcomes, room: 10 });
  await store.replay({ state: "dead" });
  const rows = await query<Spied>(url, "select distinct * from spied");
  expect(new Set(rows.map(({ place }) => place.replace(/^(?!delivery).*/, "job")))).toEqual(
    new Set(["delivery", "job"]),
  );
  return rows;
}

interface Spied {
  readonly place: string;
  readonly jit: string;
  readonly switches: string;
  readonly durability: string;
}
