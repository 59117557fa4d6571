import { aReceiver, eventually, ok, sharedSystem, type Json, type Receiver, type TestMerchant } from '@payorch/harness';
import {
  aReportedPayoutMerchant,
  createdPayout,
  destinationsOf,
  payoutEffects,
  retrievePayout,
  untilPayoutIs,
  type PayoutScenario,
} from '../../support/payouts';
import { operationsOf, rowsOf } from '../../support/rows';

jest.setTimeout(180_000);

const system = sharedSystem();
let merchant: TestMerchant;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  merchant = await aReportedPayoutMerchant(system, {
    account: { webhook_details: { webhook_url: receiver.url } },
    connectors: ['pretendpay', 'stripe_test', 'adyen_test'],
  });
});
afterAll(() => receiver?.close());

/** A connector and a kind of destination that it pays: in two steps, to recipients, at once, after a check. */
type Way = readonly [connector: string, kind: string];
const banks = ['ach', 'bacs', 'sepa', 'pix'];
const everyWay: readonly Way[] = [
  ...Object.keys(destinationsOf).map((kind): Way => ['pretendpay', kind]),
  ['stripe_test', 'card'],
  ['stripe_test', 'sepa'],
  ['adyen_test', 'card'],
  ['adyen_test', 'ach'],
  ['adyen_test', 'paypal'],
];

interface Course {
  /** The status of the answer to the creation. */
  readonly answered: string;
  readonly ends: string;
  readonly error: readonly [code: string | null, message: string | null];
  readonly events: readonly string[];
  readonly effects: readonly string[];
}

const noError = [null, null] as const;
const absent = ['No error code', 'The processor knows of no such payout'] as const;
const paid = {
  answered: 'success',
  ends: 'success',
  error: noError,
  events: ['payout_success'],
  effects: ['payout 6540'],
};
const failed = { answered: 'failed', ends: 'failed', events: ['payout_failed'], effects: [] };

const courses: readonly (readonly [PayoutScenario, Course])[] = [
  [{ name: 'paid', digits: '1000' }, paid],
  [
    { name: 'declined', digits: '0002' },
    { ...failed, error: ['DC_14', 'Payout declined: Account closed'] },
  ],
  [
    { name: 'declined_here', digits: '0028' },
    { ...failed, error: ['DC_14', 'Payout declined: The account cannot be paid here'] },
  ],
  [
    { name: 'pending', digits: '0036' },
    { ...paid, answered: 'pending' },
  ],
  [
    { name: 'pending_failed', digits: '0044' },
    { ...failed, answered: 'pending', error: ['DC_14', 'Payout declined: Returned by the bank'] },
  ],
  [
    { name: 'initiated', digits: '0051' },
    { ...paid, answered: 'initiated', events: ['payout_initiated', 'payout_success'] },
  ],
  [
    { name: 'reversed', digits: '0069' },
    {
      ...paid,
      ends: 'reversed',
      events: ['payout_success', 'payout_reversed'],
      effects: ['payout 6540', 'payout_return 6540'],
    },
  ],
  [
    { name: 'silent', digits: '0077' },
    { ...paid, answered: 'pending' },
  ],
  [
    { name: 'silent_unpaid', digits: '0085' },
    { ...failed, answered: 'pending', error: absent },
  ],
  [
    { name: 'fault', digits: '0093' },
    { ...failed, answered: 'pending', error: absent },
  ],
];

const bodyOf = (kind: string, scenario: PayoutScenario): object => destinationsOf[kind]!(scenario);

const errorOf = ({ error_code, error_message }: Json) => [error_code, error_message] as const;
const eventsOf = (payoutId: string): string[] => {
  const delivered = receiver.calls.map(({ body }) => JSON.parse(body) as Json);
  const own = delivered.filter(({ content }) => content.object.payout_id === payoutId);
  return [...new Map(own.map((event) => [event.event_id, String(event.event_type)])).values()];
};

/** What became of a payout that was answered with this status. */
async function followed({ payout_id: id, status }: Json, { ends, events }: Course): Promise<Course> {
  // What did not come in time shows in the comparison, with the way of the payout.
  const payout = await untilPayoutIs(merchant, id, ends, 60_000).catch(() => retrievePayout(merchant, id));
  const all = await eventually(() => {
    const seen = eventsOf(id);
    return seen.length >= events.length ? seen : undefined;
  }).catch(() => eventsOf(id));
  return {
    answered: status,
    ends: payout.status,
    error: errorOf(payout),
    events: all,
    effects: payoutEffects(system, id),
  };
}

/** What becomes of a payout that is created, confirmed and fulfilled at once. */
const courseOf = async (body: object, course: Course): Promise<Course> =>
  followed(await createdPayout(merchant, body), course);

const wayNames = everyWay.map(([connector, kind]) => `${kind} at ${connector}`);

/** A payout of a scenario by every way, all made at once. */
const madeByEveryWay = (scenario: PayoutScenario): Promise<Json[]> =>
  Promise.all(
    everyWay.map(([connector, kind]) => createdPayout(merchant, { connector: [connector], ...bodyOf(kind, scenario) })),
  );

describe('a payout to a destination of the test processors, by every way that reaches it', () => {
  /** What becomes of them, by the scenario: the slowest are made first, and wait for their syncs while the others are made. */
  const seen = new Map<string, Promise<Course[]>>();
  beforeAll(async () => {
    for (const [scenario, course] of [...courses].reverse()) {
      const made = await madeByEveryWay(scenario);
      const ended = Promise.all(made.map((payout) => followed(payout, course)));
      // The test of the scenario, which comes later, has the failure.
      ended.catch(() => undefined);
      seen.set(scenario.name, ended);
    }
  });

  it.each(courses.map(([{ name }, course]) => [name, course] as const))('%s', async (name, course) => {
    const byWay = (await seen.get(name)!).map((one, at) => [wayNames[at], one]);
    expect(Object.fromEntries(byWay)).toEqual(Object.fromEntries(wayNames.map((way) => [way, course])));
  });

  it.each(['pretendpay', 'stripe_test', 'adyen_test'])('by the amount, at %s', async (connector) => {
    const declined = { ...failed, error: ['DC_14', 'Payout declined: Account closed'] } as const;
    expect(await courseOf({ connector: [connector], amount: 8_800_002 }, declined)).toEqual(declined);
  });

  it.each(banks)('an account at %s that needs a verification is paid when its holder is verified', async (kind) => {
    const verified = { ...paid, answered: 'requires_vendor_account_creation' };
    const scenario = { name: 'verification', digits: '0101' };
    expect(await courseOf({ connector: ['stripe_test'], ...bodyOf(kind, scenario) }, verified)).toEqual(verified);
  });

  it('a recipient who cannot be paid makes the payout ineligible, without an event', async () => {
    const ineligible = {
      answered: 'ineligible',
      ends: 'ineligible',
      error: ['DC_16', 'The recipient cannot be paid'],
      events: [],
      effects: [],
    } as const;
    const body = bodyOf('card', { name: 'ineligible', digits: '0119' });
    expect(await courseOf({ connector: ['adyen_test'], ...body }, ineligible)).toEqual(ineligible);
  });

  it('another amount at the processor than requested is for a person: the payout stays pending', async () => {
    const body = bodyOf('card', { name: 'other_amount', digits: '0127' });
    const course = {
      answered: 'pending',
      ends: 'pending',
      error: ['IE', 'Integrity Check Failed! as data mismatched for fields amount'],
      events: [],
      effects: ['payout 6541'],
    } as const;
    expect(await courseOf({ connector: ['pretendpay'], ...body }, course)).toEqual(course);
  });
});

describe('the steps of a payout', () => {
  const twoSteps = ['payout_create', 'payout_fulfill'];
  const toRecipients = ['payout_recipient', 'payout_recipient_account', ...twoSteps];
  it.each([
    ['pretendpay', 'card', twoSteps],
    ['stripe_test', 'card', ['payout_fulfill']],
    ['stripe_test', 'sepa', toRecipients],
    ['adyen_test', 'card', ['payout_eligibility', 'payout_fulfill']],
    ['adyen_test', 'venmo', ['payout_fulfill']],
  ])('at %s to a %s are each sent once, in order', async (connector, kind, steps) => {
    const body = bodyOf(kind, { name: 'paid', digits: '1000' });
    const { payout_id } = await createdPayout(merchant, { connector: [connector], ...body });
    expect((await operationsOf(system, payout_id)).map(({ flow }) => flow)).toEqual(steps);
  });

  it('end with its cancellation at the processor, which is one', async () => {
    const { payout_id } = await createdPayout(merchant, { connector: ['pretendpay'], auto_fulfill: false });
    ok(await merchant.api.post(`/payouts/${payout_id}/cancel`));
    expect((await operationsOf(system, payout_id)).map(({ flow }) => flow)).toEqual(['payout_create', 'payout_cancel']);
    expect(payoutEffects(system, payout_id)).toEqual([]);
  });
});

describe('a payout without an answer', () => {
  const silent = (more: object = {}) =>
    createdPayout(merchant, {
      connector: ['stripe_test'],
      ...bodyOf('card', { name: 'silent', digits: '0077' }),
      ...more,
    });
  let [alone, withSecond]: Json[] = [];
  beforeAll(async () => {
    [alone, withSecond] = await Promise.all([silent(), silent({ connector: ['stripe_test', 'adyen_test'] })]);
  });

  it('is pending, cannot be fulfilled again, and a sync of its merchant finds it paid', async () => {
    const { payout_id, status, error_code } = alone!;
    expect([status, error_code]).toEqual(['pending', null]);
    expect(await merchant.api.post(`/payouts/${payout_id}/fulfill`)).toMatchObject({
      status: 422,
      body: { error: { code: 'IR_06' } },
    });
    await eventually(async () => {
      const synced = ok(await merchant.api.get(`/payouts/${payout_id}?force_sync=true`));
      return synced.status === 'success';
    });
    expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);
  });

  it('is never sent to a second account', async () => {
    const { payout_id } = withSecond!;
    const payout = await untilPayoutIs(merchant, payout_id, 'success', 60_000);
    expect(payout.connector).toBe('stripe_test');
    expect(payoutEffects(system, payout_id)).toEqual(['payout 6540']);
  });
});

describe('a second account', () => {
  const attempted = async (scenario: PayoutScenario, connector: readonly string[]): Promise<Json> => {
    const { payout_id } = await createdPayout(merchant, { connector, ...bodyOf('card', scenario) });
    return ok(await merchant.api.get(`/payouts/${payout_id}?expand_attempts=true`));
  };
  const tried = ({ attempts }: Json) =>
    attempts.map(({ attempt_id, connector, status, error_code }: Json) => [attempt_id, connector, status, error_code]);

  it('pays after the first one has said that the recipient is ineligible there', async () => {
    const payout = await attempted({ name: 'ineligible', digits: '0119' }, ['adyen_test', 'stripe_test']);
    const { payout_id: id } = payout;
    expect(payout).toMatchObject({
      status: 'success',
      connector: 'stripe_test',
      error_code: null,
      error_message: null,
    });
    expect(tried(payout)).toEqual([
      [`${id}_1`, 'adyen_test', 'ineligible', 'DC_16'],
      [`${id}_2`, 'stripe_test', 'success', null],
    ]);
    expect(payoutEffects(system, id)).toEqual(['payout 6540']);
    expect((await retrievePayout(merchant, id)).attempts).toBeNull();
  });

  it('is tried after a decline that holds for one account alone', async () => {
    const payout = await attempted({ name: 'declined_here', digits: '0028' }, ['stripe_test', 'pretendpay']);
    const { payout_id: id } = payout;
    expect(payout).toMatchObject({ status: 'failed', connector: 'pretendpay', error_code: 'DC_14' });
    expect(tried(payout)).toEqual([
      [`${id}_1`, 'stripe_test', 'failed', 'DC_14'],
      [`${id}_2`, 'pretendpay', 'failed', 'DC_14'],
    ]);
  });

  it('is not tried after any other decline', async () => {
    const payout = await attempted({ name: 'declined', digits: '0002' }, ['stripe_test', 'pretendpay']);
    expect(tried(payout)).toEqual([[`${payout.payout_id}_1`, 'stripe_test', 'failed', 'DC_14']]);
  });
});

it('no payout of this merchant was sent twice', async () => {
  const payouts = await rowsOf<{ payout_id: string }>(
    system,
    'SELECT payout_id FROM payouts.payouts WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  const twice = payouts.filter(
    ({ payout_id: id }) => payoutEffects(system, id).filter((effect) => effect.startsWith('payout ')).length > 1,
  );
  expect(twice).toEqual([]);
});
