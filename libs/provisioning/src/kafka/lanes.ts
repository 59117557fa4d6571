import { laneKey } from '@payorch/contracts';
import type { Admin } from 'kafkajs';
import { withClient } from '../database';
import { ensureLane } from './topic-plan';

/**
 * Creates the topics of the lanes that stored configs name: a restored database may have configs of a broker that is gone, and a
 * command to a lane without topics could not be sent. Returns the names of the lanes.
 */
export async function ensureNamedLanes(admin: Admin, databaseUrl: string): Promise<string[]> {
  const [prefix] = laneKey.split('…');
  const lanes = await withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ found: string | null }>(
      `SELECT to_regclass('gateway.configs') AS found`,
    );
    if (!tables[0]?.found) return [];
    const { rows } = await client.query<{ value: string }>(
      'SELECT DISTINCT value FROM gateway.configs WHERE starts_with(key, $1) ORDER BY value',
      [prefix],
    );
    return rows.map(({ value }) => value);
  });
  for (const lane of lanes) await ensureLane(admin, lane);
  return lanes;
}
