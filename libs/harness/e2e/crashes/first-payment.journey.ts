import { aMerchant, cardFields, cards, eventually, ok, paymentBody, type TestMerchant } from '@payorch/harness';
import { rowsOf } from '../support/rows';
import { system } from './service-system';

describe('a first payment through the whole system', () => {
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await aMerchant(system);
  });

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
});
