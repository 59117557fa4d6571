import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type Receiver,
  type TestMerchant,
} from '@payorch/harness';
import { Webhook } from 'standardwebhooks';
import {
  absent,
  notAllowed,
  precondition,
  publishedKeys,
  statusAndBody,
  timestamp,
  unauthorized,
} from '../../support/wire';

const system = sharedSystem();
const hashKey = 'k'.repeat(64);
const receivers: Receiver[] = [];
let receiver: Receiver;
let merchant: TestMerchant;
let other: TestMerchant;

beforeAll(async () => {
  receiver = await receiving();
  const account = { payment_response_hash_key: hashKey, webhook_details: { webhook_url: receiver.url } };
  [merchant, other] = await Promise.all([aMerchant(system, { account }), aMerchant(system, { account })]);
});
afterAll(() => Promise.all(receivers.map((one) => one.close())));

async function receiving(): Promise<Receiver> {
  const made = await aReceiver();
  receivers.push(made);
  return made;
}

const pay = async (): Promise<string> => ok(await merchant.api.post('/payments', paymentBody())).payment_id as string;
const list = async (body: object): Promise<Json> => ok(await merchant.api.post(`/events/${merchant.merchantId}`, body));
const attemptsOf = async (eventId: string): Promise<Json[]> =>
  ok(await merchant.api.get(`/events/${merchant.merchantId}/${eventId}/attempts`));
const retry = (eventId: string) => merchant.api.post(`/events/${merchant.merchantId}/${eventId}/retry`, {});
const endpointsPath = () => `/account/${merchant.merchantId}/business_profile/${merchant.profileId}/webhook_endpoints`;
/** The first event about an object, when it satisfies the condition. */
const eventOf = (objectId: string, isWanted: (event: Json) => boolean = () => true): Promise<Json> =>
  eventually(async () => ((await list({ object_id: objectId })).events as Json[]).find(isWanted));
const isDelivered = (event: Json): boolean => event.is_delivery_successful === true;
const callsOf = (at: Receiver, objectId: string) => at.calls.filter(({ body }) => body.includes(objectId));

describe('events', () => {
  it('are listed with what the interface publishes', async () => {
    const paymentId = await pay();
    const event = await eventOf(paymentId, isDelivered);
    expect(Object.keys(event).sort()).toEqual(publishedKeys('EventListItemResponse').sort());
    expect(event).toEqual({
      event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/) as string,
      merchant_id: merchant.merchantId,
      profile_id: merchant.profileId,
      object_id: paymentId,
      event_type: 'payment_succeeded',
      event_class: 'payments',
      is_delivery_successful: true,
      initial_attempt_id: event.event_id,
      processor_merchant_id: merchant.merchantId,
      created: timestamp,
    });
    expect(JSON.parse(callsOf(receiver, paymentId)[0]!.body)).toMatchObject({ event_id: event.event_id });
    const byEvent = { events: [event], total_count: 1 };
    expect(await list({ event_id: event.event_id })).toEqual(byEvent);
    expect(await list({ object_id: paymentId, event_classes: ['payments'], is_delivered: true })).toEqual(byEvent);
    const nothing = { events: [], total_count: 0 };
    expect(await list({ object_id: paymentId, event_classes: ['refunds'] })).toEqual(nothing);
    expect(await list({ object_id: paymentId, is_delivered: false })).toEqual(nothing);
    expect(await list({ object_id: paymentId, profile_id: 'pro_none' })).toEqual(nothing);
    expect((await list({ limit: 1 })).events).toHaveLength(1);
  });

  it('of a profile are those of the header’s profile, else of the default one', async () => {
    const { event_id } = await eventOf(await pay());
    const ofProfile = async (headers = {}) =>
      ok(await merchant.api.post('/events/profile/list', { event_id }, headers)).total_count as number;
    expect(await ofProfile()).toBe(1);
    expect(await ofProfile({ 'x-profile-id': merchant.profileId })).toBe(1);
    const profile = ok(
      await merchant.api.post(`/account/${merchant.merchantId}/business_profile`, { profile_name: 'other' }),
    );
    expect(await ofProfile({ 'x-profile-id': profile.profile_id as string })).toBe(0);
    expect(ok(await merchant.api.raw('GET', `/events/${merchant.merchantId}/${event_id}/attempts`))).toHaveLength(1);
    expect(
      statusAndBody(
        await merchant.api.raw('GET', `/events/${merchant.merchantId}/${event_id}/attempts`, undefined, {
          'x-profile-id': profile.profile_id as string,
        }),
      ),
    ).toEqual(absent('Event does not exist in our records'));
    ok(await system.admin.raw('DELETE', `/account/${merchant.merchantId}/business_profile/${profile.profile_id}`));
  });

  it('are read by the operator too, and by no other merchant', async () => {
    const { event_id } = await eventOf(await pay());
    const path = `/events/${merchant.merchantId}`;
    expect(ok(await system.admin.post(path, { event_id })).total_count).toBe(1);
    expect(ok(await system.admin.get(`${path}/${event_id}/attempts`))).toHaveLength(1);
    const foreign = [
      await other.api.post(path, {}),
      await other.api.get(`${path}/${event_id}/attempts`),
      await other.api.post(`${path}/${event_id}/retry`, {}),
      await system.api.post(path, {}),
    ];
    for (const answer of foreign) expect(statusAndBody(answer)).toEqual(unauthorized);
    const own = `/events/${other.merchantId}`;
    for (const id of [event_id, 'evt_none'])
      for (const answer of [
        await other.api.get(`${own}/${id}/attempts`),
        await other.api.post(`${own}/${id}/retry`, {}),
        await system.admin.get(`${own}/${id}/attempts`),
      ])
        expect(statusAndBody(answer)).toEqual(absent('Event does not exist in our records'));
    expect(ok(await other.api.post(own, { event_id })).total_count).toBe(0);
    expect(statusAndBody(await system.admin.post('/events/merchant_none', {}))).toEqual(
      absent('Merchant account does not exist in our records'),
    );
  });

  it.each([
    [
      { object_id: 'pay_1', event_id: 'evt_1' },
      precondition('Cannot specify both `object_id` and `event_id`. Please provide only one.'),
    ],
    [{ limit: 101 }, notAllowed('`limit` must be a number less than 100')],
    [
      { event_classes: ['refunds'], event_types: ['payment_failed'] },
      notAllowed('`event_types` must be a subset of `event_classes`'),
    ],
    [
      { created_after: '2020-01-01T00:00:00Z' },
      notAllowed('`created_after` must be a timestamp within the past 90 days.'),
    ],
    [
      { created_before: '2020-01-01T00:00:00Z' },
      notAllowed('`created_before` must be a timestamp within the past 90 days.'),
    ],
    [
      { created_after: '2999-01-01T00:00:00Z' },
      notAllowed(
        'The `created_after` timestamp must be an earlier timestamp compared to the `created_before` timestamp',
      ),
    ],
  ])('a list by %j is refused', async (body, refused) => {
    const answer = await merchant.api.post(`/events/${merchant.merchantId}`, body);
    expect({
      status: answer.status,
      error: { code: answer.body.error.code, message: answer.body.error.message },
    }).toEqual({
      status: refused.status,
      error: { code: refused.body.error.code, message: refused.body.error.message },
    });
  });

  it('are retried by hand under their id, with attempts of their own', async () => {
    receiver.behave(() => 500);
    const paymentId = await pay();
    const event = await eventOf(paymentId);
    const [first] = await eventually(async () => {
      const attempts = await attemptsOf(event.event_id as string);
      return attempts[0]!.response.status_code === 500 ? attempts : undefined;
    });
    expect(Object.keys(first!).sort()).toEqual(
      [...publishedKeys('EventListItemResponse'), 'request', 'response', 'delivery_attempt'].sort(),
    );
    expect(first).toMatchObject({
      event_id: event.event_id,
      is_delivery_successful: false,
      delivery_attempt: 'initial_attempt',
      response: { status_code: 500, error_message: 'HTTP 500' },
    });
    expect(first!.request.body).toBe(callsOf(receiver, paymentId)[0]!.body);
    expect(Object.fromEntries(first!.request.headers)).toMatchObject({ 'webhook-id': event.event_id });

    const failed = ok(await retry(event.event_id as string));
    expect(failed).toMatchObject({
      initial_attempt_id: event.event_id,
      is_delivery_successful: false,
      delivery_attempt: 'manual_retry',
    });
    expect(failed.event_id).not.toBe(event.event_id);
    receiver.behave(() => 200);
    const delivered = ok(await retry(failed.event_id as string));
    expect(delivered).toMatchObject({ is_delivery_successful: true, initial_attempt_id: event.event_id });
    const all = await attemptsOf(event.event_id as string);
    const manual = all.filter(({ delivery_attempt: kind }) => kind === 'manual_retry');
    expect(manual.map(({ event_id }) => event_id)).toEqual([failed.event_id, delivered.event_id]);
    expect(await eventOf(paymentId)).toMatchObject({ event_id: event.event_id, is_delivery_successful: true });
    const calls = callsOf(receiver, paymentId);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event.event_id]));
  });
});

describe('webhook endpoints', () => {
  const create = async (body: object): Promise<Json> => ok(await merchant.api.post(endpointsPath(), body));
  const verifies = (secret: string, { headers, body }: Receiver['calls'][number]): boolean => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };

  it('get the events that they list, each with a secret and event ids of its own', async () => {
    const [every, refunds] = [await receiving(), await receiving()];
    const first = await create({ url: every.url, description: 'all' });
    const second = await create({ url: refunds.url, event_types: ['refund_succeeded'] });
    expect(first).toEqual({
      endpoint_id: expect.stringMatching(/^whe_/) as string,
      profile_id: merchant.profileId,
      url: every.url,
      event_types: null,
      description: 'all',
      created: timestamp,
      secret: expect.stringMatching(/^whsec_/) as string,
    });
    const paymentId = await pay();
    ok(await merchant.api.post('/refunds', { payment_id: paymentId, amount: 100 }));
    const typesAt = (at: Receiver) => callsOf(at, paymentId).map(({ body }) => (JSON.parse(body) as Json).event_type);
    await eventually(() => typesAt(every).length === 2 && typesAt(refunds).length === 1);
    expect(typesAt(every).sort()).toEqual(['payment_succeeded', 'refund_succeeded']);
    expect(typesAt(refunds)).toEqual(['refund_succeeded']);
    const [atEvery, atRefunds] = [callsOf(every, paymentId)[0]!, callsOf(refunds, paymentId)[0]!];
    expect([verifies(first.secret as string, atEvery), verifies(second.secret as string, atEvery)]).toEqual([
      true,
      false,
    ]);
    expect([verifies(first.secret as string, atRefunds), verifies(second.secret as string, atRefunds)]).toEqual([
      false,
      true,
    ]);
    const { events } = await list({ object_id: paymentId });
    expect(new Set((events as Json[]).map(({ event_id }) => event_id)).size).toBe(2);

    const listed = ok(await merchant.api.get(endpointsPath())) as unknown as Json[];
    expect(listed.map(({ endpoint_id: id, status }) => [id, status])).toEqual([
      [merchant.profileId, 'enabled'],
      [first.endpoint_id, 'enabled'],
      [second.endpoint_id, 'enabled'],
    ]);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    const one = ok(await merchant.api.get(`${endpointsPath()}/${second.endpoint_id}`));
    expect(Object.keys(one).sort()).toEqual(publishedKeys('WebhookEndpointResponse').sort());
    const changed = ok(await merchant.api.post(`${endpointsPath()}/${second.endpoint_id}`, { event_types: [] }));
    expect(changed).toMatchObject({ event_types: [], secret: null });
    ok(await merchant.api.post(`${endpointsPath()}/${second.endpoint_id}/enable`, {}));
    for (const { endpoint_id: id } of [first, second]) {
      expect(ok(await merchant.api.raw('DELETE', `${endpointsPath()}/${id}`))).toEqual({
        endpoint_id: id,
        profile_id: merchant.profileId,
        deleted: true,
      });
      expect(statusAndBody(await merchant.api.get(`${endpointsPath()}/${id}`))).toEqual(
        absent('Webhook endpoint does not exist in our records'),
      );
    }
  });

  it('sign with both secrets after a rotation, and the profile’s address with both hash keys', async () => {
    const at = await receiving();
    const { endpoint_id: id, secret: before } = await create({ url: at.url });
    const { secret: after } = ok(await merchant.api.post(`${endpointsPath()}/${id}/rotate_secret`, {}));
    expect(after).not.toBe(before);
    const nextKey = 'n'.repeat(64);
    const profile = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
    ok(await merchant.api.post(profile, { payment_response_hash_key: nextKey }));
    const paymentId = await pay();
    const [further, own] = await eventually(() => {
      const calls = [callsOf(at, paymentId)[0], callsOf(receiver, paymentId)[0]] as const;
      return calls[0] && calls[1] && ([calls[0], calls[1]] as const);
    });
    for (const secret of [before, after]) expect(verifies(secret as string, further)).toBe(true);
    for (const key of [hashKey, nextKey])
      expect(verifies(`whsec_${Buffer.from(key).toString('base64')}`, own)).toBe(true);
    ok(await merchant.api.raw('DELETE', `${endpointsPath()}/${id}`));
  });

  it.each([
    ['http://10.0.0.1/hook', 422, 'IR_05'],
    ['http://169.254.169.254/latest', 422, 'IR_05'],
    ['http://[fd00::1]/', 422, 'IR_05'],
    ['file:///etc/passwd', 400, 'IR_06'],
  ])('at %s are refused', async (url, status, code) => {
    const answer = await merchant.api.post(endpointsPath(), { url });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});
