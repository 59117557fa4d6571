import pg from 'pg';

/** One line for each API key that is not hashed with the secret `kid`: the key was not used since the rotation. */
export async function olderApiKeys(databaseUrl, kid) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT merchant_id, key_id, prefix, last_used_at FROM gateway.api_keys
       WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AND hash_kid IS DISTINCT FROM $1
       ORDER BY merchant_id, key_id`,
      [kid],
    );
    return rows.map(
      ({ merchant_id: merchant, key_id: id, prefix, last_used_at: used }) =>
        `${merchant}  ${id}  ${prefix}…  last used ${used?.toISOString() ?? 'never'}`,
    );
  } finally {
    await client.end();
  }
}
