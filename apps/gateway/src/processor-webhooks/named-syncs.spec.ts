import type { WebhookFact } from '@payorch/connector-kit';
import type { Outgoing } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import { testTrace as trace } from '../../test/gateway-database';
import { NamedSyncs } from './named-syncs';
import type { WebhookAccount } from './webhook-accounts';

const account: WebhookAccount = {
  merchantId: 'acme' as MerchantId,
  merchantConnectorId: 'mca_1' as MerchantConnectorId,
  connectorName: 'stripe_test',
  reader: null,
  secrets: [],
};
const fact = (reference: string) => ({ flow: 'authorize', reference, operationIds: [] }) as unknown as WebhookFact;
const found = { payments: ['pay_1'], refunds: [{ refundId: 'ref_1', paymentId: 'pay_1' }] };

function syncs(answer: object = found) {
  const messages: string[] = [];
  const requester = {
    request: ({ message }: Outgoing) => {
      messages.push(message.type);
      return Promise.resolve({ kind: 'response' as const, body: Buffer.from(JSON.stringify(answer)) });
    },
  };
  return {
    messages,
    syncs: new NamedSyncs(requester, { laneOf: async () => 'big_shop' }, silentLogger, {
      namedSyncEveryMs: 10_000,
      replyTimeoutMs: 1_000,
    }),
  };
}
const turn = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('each payment and refund that the worker finds is synced', async () => {
  const { messages, syncs: named } = syncs();
  named.schedule(account, [fact('ch_1')], trace);
  await turn();
  expect(messages).toEqual(['connector.operations_named', 'payment.sync', 'refund.sync']);
});

it('an unknown name syncs nothing', async () => {
  const { messages, syncs: named } = syncs({ payments: [], refunds: [] });
  named.schedule(account, [fact('ch_1')], trace);
  await turn();
  expect(messages).toEqual(['connector.operations_named']);
});

it('many webhooks with one name cause one sync at once and one at the end', async () => {
  const { messages, syncs: named } = syncs({ payments: [], refunds: [] });
  for (let sent = 0; sent < 100; sent++) named.schedule(account, [fact('ch_1')], trace);
  await turn();
  expect(messages).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(messages).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(100_000);
  expect(messages).toHaveLength(2);
});

it('the number of names is bounded', async () => {
  const { messages, syncs: named } = syncs({ payments: [], refunds: [] });
  for (let sent = 0; sent < 3_000; sent++) named.schedule(account, [fact(`ch_${sent}`)], trace);
  await turn();
  expect(messages).toHaveLength(1_000);
});
