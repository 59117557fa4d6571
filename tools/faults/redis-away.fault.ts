import { aMerchant, noteFigures, ok, paymentBody, type System, type TestMerchant } from '@payorch/harness';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnQuick } from '../../libs/harness/e2e/support/quick-system';

const withinMs = 2_000;
let system: System;
let merchant: TestMerchant;
beforeAll(async () => {
  system = await spawnQuick();
  merchant = await aMerchant(system);
  ok(await merchant.api.post('/payments', paymentBody()));
});
afterAll(() => system?.stop());

const isPaid = async (): Promise<boolean> => {
  const { status, body } = await merchant.api.post('/payments', paymentBody());
  return status === 200 && body.status === 'succeeded';
};

/** The time from the first answer of Redis until the first payment with a CVC succeeds, in ms. */
async function recoveredMs(): Promise<number> {
  const began = performance.now();
  while (!(await isPaid())) await sleep(20);
  return Math.round(performance.now() - began);
}

describe('payments with a CVC', () => {
  it.each([0, 1_000, 10_000, 30_000])(
    'succeed again within 2 s after Redis returns from an outage of %i ms',
    async (awayMs) => {
      await system.infra.kill('redis');
      expect(await isPaid()).toBe(false);
      await sleep(awayMs);
      await system.infra.restart('redis');
      const recovered = await recoveredMs();
      noteFigures({ 'away ms': awayMs, 'recovered ms': recovered });
      expect(recovered).toBeLessThan(withinMs);
    },
  );
});
