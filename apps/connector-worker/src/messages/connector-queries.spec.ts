import { type ApplePayValidation, type connectorApplePaySession, type DataOf } from '@payorch/contracts';
import type { EncodedMessage, Incoming } from '@payorch/platform/kafka';
import { decodeReply } from '@payorch/platform/kafka';
import { Shop, shopSeals } from '../../test/builders';
import { ConnectorQueries } from './connector-queries';

const shop = new Shop();
const now = new Date('2026-11-01T10:00:00Z');
const query: DataOf<typeof connectorApplePaySession> = {
  merchantId: shop.merchantId,
  merchantConnectorId: shop.account.merchantConnectorId,
  sealedWalletDetails: 'a-seal',
};
const validated: ApplePayValidation = { kind: 'validated', session: { nonce: 'marked' } };
const inTime = {
  replyTo: { topic: 'gateway.replies.0', correlationId: 'wait_1' },
  deadline: new Date(now.getTime() + 3_000),
};

/** The replies to one delivered query, and the timeouts of the calls. */
async function deliver(context: Partial<Incoming['context']>) {
  const sent: EncodedMessage[] = [];
  const timeouts: number[] = [];
  const queries = new ConnectorQueries({
    validation: {
      run: (_, timeoutMs) => {
        timeouts.push(timeoutMs);
        return Promise.resolve(validated);
      },
      register: () => Promise.reject(new Error('another query')),
    },
    verifier: { run: () => Promise.reject(new Error('another query')) },
    registrar: { run: () => Promise.reject(new Error('another query')) },
    producer: { send: async (messages) => void sent.push(...messages) },
    seals: shopSeals,
    clock: { now: () => now },
  });
  const known = { messageId: 'msg_1', correlationId: 'req_1', traceparent: '00-1-2-01', occurredAt: now };
  const incoming = { data: query, context: { ...known, ...context } } as unknown as Incoming;
  await queries.applePaySession(query, { incoming, turn: undefined, isExpired: false });
  return { sent, timeouts };
}

it('the reply is sealed, and the call ends by the deadline of the query', async () => {
  const { sent, timeouts } = await deliver(inTime);
  expect(timeouts).toEqual([3_000]);
  expect(sent).toHaveLength(1);
  const [{ value, headers, topic }] = sent as [EncodedMessage];
  expect([topic, value.toString().includes('marked')]).toEqual(['gateway.replies.0', false]);
  const buffers = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, Buffer.from(text)]));
  const arrived = decodeReply({ headers: buffers, value }, shopSeals);
  expect(arrived).toMatchObject({ correlationId: 'wait_1', reply: { kind: 'response' } });
});

it.each<[string, Partial<Incoming['context']>]>([
  ['past its deadline', { ...inTime, deadline: now }],
  ['without a deadline', { replyTo: inTime.replyTo }],
  ['without a reply address', { deadline: inTime.deadline }],
])('a query %s causes no call', async (_, context) =>
  expect(await deliver(context)).toEqual({ sent: [], timeouts: [] }),
);
