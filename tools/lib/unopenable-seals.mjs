import pg from 'pg';

/** One line for each stored seal that no worker could open, from every schema that owns seals. */
export async function unopenableSeals(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT 'gateway' AS owner, * FROM gateway.unopenable_seals
       UNION ALL SELECT 'payments', * FROM payments.unopenable_seals ORDER BY owner, merchant_id, place, object_id`,
    );
    return rows.map(
      ({ owner, merchant_id: merchant, place, object_id: id, fault }) =>
        `${owner}  ${merchant}  ${place}  ${id}  ${fault}`,
    );
  } finally {
    await client.end();
  }
}
