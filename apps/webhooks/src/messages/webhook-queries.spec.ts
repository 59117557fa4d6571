import type { DataOf, webhookTest } from '@payorch/contracts';
import type { EventId, MerchantId } from '@payorch/kernel';
import { Secret, systemClock } from '@payorch/kernel';
import type { KeyedDelivery } from '@payorch/platform/kafka';
import { incoming, aRequest, profileId } from '../../test/builders';
import type { Receiver } from '../delivery/receiver';
import type { WebhookSender } from '../delivery/send-webhook';
import { WebhookQueries } from './webhook-queries';

const query: DataOf<typeof webhookTest> = {
  merchantId: 'acme_1' as MerchantId,
  profileId,
  eventId: 'evt_1' as EventId,
};
const receiver: Receiver = { url: 'https://shop.example/hook', key: new Secret('a'), customHeaders: {} };
const now = new Date('2026-01-05T10:00:00.000Z');

interface Given {
  readonly isCurrent?: boolean;
  readonly context?: object;
  readonly result?: Awaited<ReturnType<WebhookSender['send']>>;
}

/** The reply to a test, and what was sent for it. */
async function sendTest({ isCurrent = true, context = {}, result }: Given = {}) {
  const sent: { body: unknown; eventId: string; to: string | undefined; withinMs: number | undefined }[] = [];
  const versions: number[] = [];
  const queries = new WebhookQueries({
    settings: { waitForVersion: async (_, version) => (versions.push(version), isCurrent) },
    settingsWaitMs: 0,
    receiverOf: (endpoint) => (endpoint.profileId === profileId ? receiver : undefined),
    sender: {
      send: async ({ body, eventId }, to, withinMs) => {
        sent.push({ body: JSON.parse(body.toString()), eventId, to: to?.url, withinMs });
        return result ?? { status: 204, error: null, retryAfterMs: null };
      },
    },
    clock: { ...systemClock, now: () => now },
  });
  const message = incoming(aRequest());
  const delivery = { incoming: { ...message, context: { ...message.context, ...context } } } as KeyedDelivery;
  const reply = await queries.sendTest(query, delivery);
  return { reply: reply.kind === 'response' ? JSON.parse(reply.body.toString()) : reply, sent, versions };
}

it('a test event is sent once, with a type and a content that no payment has', async () => {
  const { reply, sent } = await sendTest();
  expect(reply).toEqual({ status: 204, error: null, durationMs: expect.any(Number) });
  expect(sent).toEqual([
    {
      eventId: 'evt_1',
      to: 'https://shop.example/hook',
      withinMs: undefined,
      body: {
        merchant_id: 'acme_1',
        event_id: 'evt_1',
        event_type: 'webhook_test',
        content: { type: 'webhook_test_details', object: { profile_id: 'pro_1', is_test: true } },
        timestamp: '2026-01-05T10:00:00.000Z',
        processor_merchant_id: 'acme_1',
      },
    },
  ]);
});

it('a failed attempt is a result', async () => {
  const result = { status: 500, error: 'HTTP 500', retryAfterMs: 5 };
  expect((await sendTest({ result })).reply).toEqual({
    status: 500,
    error: 'HTTP 500',
    durationMs: expect.any(Number),
  });
});

it('the attempt ends before the gateway stops waiting', async () => {
  const deadline = new Date(now.getTime() + 5_000);
  expect((await sendTest({ context: { deadline } })).sent[0]?.withinMs).toBe(4_000);
});

it('nothing is sent by settings that are older than those of the gateway', async () => {
  const { reply, sent, versions } = await sendTest({ isCurrent: false, context: { accountVersion: 7 } });
  expect(reply).toMatchObject({ kind: 'refused', code: 'settings_outdated' });
  expect({ sent, versions }).toEqual({ sent: [], versions: [7] });
});
