import { freshSchema, testSeals } from '@payorch/harness';
import { Secret } from '@payorch/kernel';
import { openDatabase } from '@payorch/platform/postgres';
import { MerchantSeals, SettingsBox } from '@payorch/platform/sealing';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { ResponseSeals } from '../src/idempotency/response-seals';
import { Database } from '../src/persistence/database';
import { gatewaySchema } from '../src/schema';

/** The keys of this process: of its messages and its rows. */
export const seals = testSeals();

export interface GatewayDatabase {
  readonly database: Database;
  readonly dataSource: DataSource;
  readonly url: Secret;
  close(): Promise<void>;
}

/** A migrated database of the test's own, with the privileges of the gateway's role. */
export async function gatewayDatabase(): Promise<GatewayDatabase> {
  const fresh = await freshSchema('gateway');
  const url = new Secret(fresh.url);
  const dataSource = await openDatabase({ ...gatewaySchema, url, logger: silentLogger });
  return {
    database: new Database(dataSource),
    dataSource,
    url,
    close: async () => {
      await dataSource.destroy();
      await fresh.drop();
    },
  };
}

export const testBox = (): SettingsBox =>
  new SettingsBox(new Secret(JSON.stringify([{ kid: 's1', key: Buffer.alloc(32, 7).toString('base64') }])));

/** Seals stored responses with keys of this process. */
export const testResponses = (box = testBox(), own: MerchantSeals = seals): ResponseSeals =>
  new ResponseSeals(box, own, { load: () => Promise.resolve(), forget: () => undefined });

export const testTrace = { correlationId: 'req-1', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };
