import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

const jsonAt = async (api, apiKey, url, body) => {
  const answer = await fetch(`${api}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': apiKey },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
};

/** Creates a merchant with one connector account whose webhooks are signed. */
export async function merchantWithWebhooks({ api, adminApiKey }, secret) {
  const merchantId = `flood_${Date.now()}`;
  const account = await jsonAt(api, adminApiKey, '/accounts', { merchant_id: merchantId });
  const { api_key } = await jsonAt(api, adminApiKey, `/api_keys/${merchantId}`, { name: 'flood', expiration: 'never' });
  const made = await jsonAt(api, api_key, `/account/${merchantId}/connectors`, {
    connector_type: 'payment_processor',
    connector_name: 'stripe_test',
    profile_id: account.default_profile,
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'sk_flood' },
    connector_webhook_details: { merchant_secret: secret },
  });
  return { merchantId, accountId: made.merchant_connector_id };
}

/** Bytes allocated below a folder, without the write-ahead log, whose files are preallocated and reused: see `walPosition`. */
export function diskUse(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'pg_wal' || entry.name === 'cache' ? 0 : diskUse(file);
    else bytes += (statSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
  }
  return bytes;
}

/** The total of bytes written to the write-ahead log. */
export async function walPosition(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`);
    return Number(rows[0].bytes);
  } finally {
    await client.end();
  }
}
