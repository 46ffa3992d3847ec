/** SQL that a test sends to a database itself, without a store. */
import pg from "pg";

/** Sends one statement or several over a connection of its own. */
export async function query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
