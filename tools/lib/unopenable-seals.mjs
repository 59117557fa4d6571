import pg from 'pg';

/** Seals for workers have places of their own; the others are under data keys. In the gateway these are stored responses. */
const kindOf = (owner, place) => {
  if (owner === 'gateway') return place.startsWith('idempotency_keys.') ? 'data' : 'workers';
  return /\.(card|data|token)$/.test(place) ? 'workers' : 'data';
};

/** Each stored seal that did not open, from every schema that owns seals: its merchant, its kind, and a line about it. */
export async function unopenableSeals(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT 'gateway' AS owner, * FROM gateway.unopenable_seals
       UNION ALL SELECT 'payments', * FROM payments.unopenable_seals
       UNION ALL SELECT 'payouts', * FROM payouts.unopenable_seals
       UNION ALL SELECT 'webhooks', * FROM webhooks.unopenable_seals
       UNION ALL SELECT 'connector-worker', * FROM connector_worker.unopenable_seals ORDER BY owner, merchant_id, place, object_id`,
    );
    return rows.map(({ owner, merchant_id: merchant, place, object_id: id, fault }) => ({
      merchant,
      kind: kindOf(owner, place),
      line: `${owner}  ${merchant}  ${place}  ${id}  ${fault}`,
    }));
  } finally {
    await client.end();
  }
}
