import { openedText } from '@payorch/harness';
import { profileSettings } from '@payorch/contracts';
import type { ProfileId } from '@payorch/kernel';
import type { EncodedMessage } from '@payorch/platform/kafka';
import { AccountSettings } from '@payorch/platform/kafka';
import { aProfile, aRequest, incoming, seals, takeRequests } from '../../test/builders';
import { EventIntake, type EventIntakeParts } from './event-intake';
import { WebhookRequests } from './webhook-requests';

describe('webhook requests', () => {
  let added: string[];
  let sent: EncodedMessage[];
  let slots: string[];
  const intakeOf = (given: Partial<EventIntakeParts> = {}) =>
    new EventIntake({
      repository: {
        add: async (events) => {
          added.push(...events.map(({ request }) => `${request.profileId} ${request.status}`));
          return new Set(events.map(({ request }) => request.eventId));
        },
      },
      deliveryLoop: {
        reserve: () => slots.push('taken') > 0,
        release: () => void slots.pop(),
        sendNow: () => undefined,
        markDue: () => undefined,
      },
      redaction: { redact: (_, id) => Promise.resolve(void added.push(`redacted ${id}`)) },
      producer: { send: async (messages) => void sent.push(...messages) },
      seals,
      onDeadLettered: () => undefined,
      ...given,
    });
  const open = (given: Partial<EventIntakeParts> = {}, settings = new AccountSettings()) =>
    takeRequests(intakeOf(given), new WebhookRequests({ settings, settingsWaitMs: 0 }));

  beforeEach(() => {
    added = [];
    sent = [];
    slots = [];
  });

  it('drop events that the profile does not enable, and store events of an unknown profile', async () => {
    const settings = new AccountSettings();
    const webhook = {
      url: 'https://acme.example',
      paymentStatuses: ['failed'],
      refundStatuses: null,
      payoutStatuses: null,
    };
    const profile = aProfile({ webhook });
    settings.apply({ ...incoming(aRequest()), message: profileSettings as never, data: profile, key: null });
    await open({}, settings)(
      aRequest({ status: 'succeeded' }),
      aRequest({ status: 'failed' }),
      aRequest({ profileId: 'pro_new' as ProfileId }),
    );
    expect(added).toEqual(['pro_1 failed', 'pro_new succeeded']);
  });

  it('a redaction follows the events of its batch: one of them may be about the same object', async () => {
    const request = aRequest();
    const redact = { merchantId: request.merchantId, objectId: 'pay_1' };
    const results = [{ redact }, { request, endpointIds: [request.profileId], requestId: 'req_1' }];
    await intakeOf().onBatch([incoming(request), incoming(request)], () => Promise.resolve(results.shift()));
    expect(added).toEqual(['pro_1 succeeded', 'redacted pay_1']);
  });

  it('release their slots and leave the batch to the transport while Postgres is down', async () => {
    const down = Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
    const take = open({ repository: { add: () => Promise.reject(down) } });
    await expect(take(aRequest(), aRequest())).rejects.toThrow('down');
    expect([slots, sent]).toEqual([[], []]);
  });

  it('dead-letter a request that Postgres never accepts, unchanged and with the cause', async () => {
    const take = open({ repository: { add: () => Promise.reject(new Error('no such type')) } });
    const request = aRequest();
    await take(request);
    expect(sent).toMatchObject([
      {
        topic: 'dead_letters',
        key: 'acme_1/pay_1',
        headers: { ce_type: 'webhook.requested', 'x-cause': 'Error', 'x-origin-offset': '0' },
      },
    ]);
    expect(JSON.parse(openedText(seals, sent[0]!))).toMatchObject({ eventId: request.eventId });
  });
});
