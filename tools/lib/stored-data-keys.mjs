import pg from 'pg';

/** By merchant id, the data keys that seal or have sealed, in ascending order of their versions; of one merchant or of all. */
export async function storedDataKeys(databaseUrl, merchantId) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT merchant_id, version, created_at FROM gateway.data_keys
       WHERE version > 0 AND ($1::text IS NULL OR merchant_id = $1) ORDER BY merchant_id, version`,
      [merchantId ?? null],
    );
    const keys = new Map();
    for (const { merchant_id: merchant, version, created_at: createdAt } of rows)
      keys.set(merchant, [...(keys.get(merchant) ?? []), { version, createdAt }]);
    return keys;
  } finally {
    await client.end();
  }
}
