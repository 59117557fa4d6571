import {
  aMerchant,
  cardFields,
  cards,
  eventually,
  ok,
  paymentBody,
  spawnSystem,
  type System,
  type TestMerchant,
} from '@payorch/harness';
import { paymentApps } from './support/quick-system';
import { rowsOf } from './support/rows';

jest.setTimeout(120_000);

describe('a first payment through the whole system', () => {
  let system: System;
  let merchant: TestMerchant;
  beforeAll(async () => {
    system = await spawnSystem({ apps: paymentApps, connectors: ['stripe_test'] });
    merchant = await aMerchant(system);
  });
  afterAll(() => system?.stop());

  it('succeeds, and is charged once in the processor’s ledger', async () => {
    const payment = ok(await merchant.api.post('/payments', paymentBody()));
    expect(payment).toMatchObject({ status: 'succeeded', amount: 6540, connector: 'stripe_test' });
    const read = ok(await merchant.api.get(`/payments/${payment.payment_id}`));
    expect(read.status).toBe('succeeded');
    const seen = JSON.stringify(system.ledger());
    expect(seen).toContain(payment.connector_transaction_id);
  });

  it('shows the processor’s error code after a decline', async () => {
    const payment = ok(await merchant.api.post('/payments', paymentBody(cardFields(cards.declined))));
    expect(payment).toMatchObject({ status: 'failed', error_code: 'DC_08' });
  });

  it('and a thousand more cause no full table scan in any service', async () => {
    const pay = async (): Promise<void> => void ok(await merchant.api.post('/payments', paymentBody()));
    const client = async (): Promise<void> => {
      for (let made = 0; made < 63; made++) await pay();
    };
    await Promise.all(Array.from({ length: 16 }, client));
    const reads = await rowsOf<{ name: string; rows: number }>(
      system,
      `SELECT schemaname || '.' || relname AS name, (seq_tup_read / seq_scan)::int AS rows
       FROM pg_stat_user_tables WHERE seq_scan > 0 AND seq_tup_read / seq_scan > 100`,
    );
    expect(reads).toEqual([]);
  });

  it('is followed by a second one after the restart of a service', async () => {
    expect(await system.kill('payments')).toBe('SIGKILL');
    await system.start('payments');
    const status = () => merchant.api.post('/payments', paymentBody()).then(({ body }) => body.status === 'succeeded');
    await eventually(status, { withinMs: 30_000 });
  });

  it('leaves every service able to drain on SIGTERM', async () => {
    const names = ['gateway', 'payments', 'routing', 'connector-worker', 'webhooks'] as const;
    expect(await Promise.all(names.map((name) => system.kill(name, 'SIGTERM')))).toEqual(names.map(() => 'code 0'));
  });
});
