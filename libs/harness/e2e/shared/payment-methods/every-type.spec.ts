import { paymentMethodRows, type PaymentMethodRow } from '@payorch/contracts';
import { aMerchant, cardFields, ok, paymentBody, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { noConnector, refusal, statusAndBody } from '../../support/wire';
import { acceptingAll, act, begin, faultsOf, untilEnded } from './course';
import { methodFields } from './method-data';

const system = sharedSystem();

interface Course {
  readonly begun: Json;
  readonly ended: Json;
}

const nameOf = ({ paymentMethod, paymentMethodType, dataName }: PaymentMethodRow): string =>
  [paymentMethod, paymentMethodType, ...(dataName === null ? [] : [dataName])].join(' ');

/** The processor's own table: for each row of ours the next action, and how the payment settles. */
const published = new Map<string, { readonly next_action: string | null; readonly settles: string }>();
/** PayPal's window approves an order first: `shared/merchant/paypal-orders.spec.ts` pays these. */
const rows = paymentMethodRows.filter(({ dataName }) => dataName !== 'paypal_sdk');
const courses = new Map<string, Promise<Course>>();
let merchant: TestMerchant;

async function run(row: PaymentMethodRow): Promise<Course> {
  const begun = await begin(merchant, methodFields(row));
  await act(system, begun, published.get(nameOf(row))?.settles ?? 'unknown', 'authorize');
  return { begun, ended: await untilEnded(merchant, begun) };
}

/** Many payments at a time; each test then looks at its own. */
function startAll(rows: readonly PaymentMethodRow[], atOnce: number): void {
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve<unknown>(undefined));
  rows.forEach((row, at) => {
    const course = lanes[at % atOnce]!.then(() => run(row));
    lanes[at % atOnce] = course.catch(() => undefined);
    courses.set(nameOf(row), course);
  });
}

beforeAll(async () => {
  merchant = await acceptingAll(system);
  const { payment_methods } = ok(await system.sandbox.get('/dummy-connector/payment-methods'));
  for (const row of payment_methods as Json[])
    published.set([row.payment_method, row.payment_method_type, row.data_name].filter(Boolean).join(' '), row as never);
  startAll(rows, 12);
});

const firstStatus = (nextAction: string | null, settles: string): string => {
  if (nextAction !== null) return 'requires_customer_action';
  return settles === 'at_once' ? 'succeeded' : 'processing';
};

it('the table of the test processors has every payment method type and its data', () =>
  expect([...published.keys()].sort()).toEqual(paymentMethodRows.map(nameOf).sort()));

describe.each(rows.map((row) => [nameOf(row), row] as const))('%s', (name, row) => {
  it('is accepted, shows its next action, and is charged in full', async () => {
    const { next_action, settles } = published.get(name)!;
    const { begun, ended } = await courses.get(name)!;
    expect(begun).toMatchObject({
      status: firstStatus(next_action, settles),
      connector: 'adyen_test',
      payment_method: row.paymentMethod,
      payment_method_type: row.paymentMethodType,
      next_action: next_action === null ? null : { type: next_action },
    });
    expect(Object.keys(begun.payment_method_data)).toContain(row.dataKey);
    if (begun.next_action) expect(faultsOf(begun.next_action)).toEqual([]);
    expect(ended).toMatchObject({
      status: 'succeeded',
      amount_received: 6540,
      attempt_count: 1,
      error_code: null,
      next_action: null,
      payment_method_data: begun.payment_method_data,
    });
  });
});

it('a customer who rejects the payment, in whichever step, ends it without a charge', async () => {
  const rejected = new Map(
    rows.flatMap((row) => {
      const { next_action, settles } = published.get(nameOf(row))!;
      return settles === 'on_return' || settles === 'by_customer' ? [[next_action, { row, settles }] as const] : [];
    }),
  );
  expect(rejected.size).toBe(8);
  await Promise.all(
    [...rejected.values()].map(async ({ row, settles }) => {
      const begun = await begin(merchant, methodFields(row));
      await act(system, begun, settles, 'reject');
      expect(await untilEnded(merchant, begun)).toMatchObject({ status: 'failed', amount_received: null });
    }),
  );
});

it('a card whose bank asks for the device waits for a hidden frame, and is charged by its post', async () => {
  const begun = await begin(merchant, cardFields('4000000000075004'));
  expect(begun).toMatchObject({ status: 'requires_customer_action', next_action: { type: 'invoke_hidden_iframe' } });
  expect(faultsOf(begun.next_action)).toEqual([]);
  const frame = new URL(begun.next_action.iframe_data.three_ds_method_url as string);
  const { status } = await system.sandbox.raw('POST', frame.pathname);
  expect(status).toBe(204);
  expect(await untilEnded(merchant, begun)).toMatchObject({ status: 'succeeded', amount_received: 6540 });
});

describe('a payment method that no account enables', () => {
  const others = [...new Map(paymentMethodRows.map((row) => [row.paymentMethod, row])).values()].filter(
    ({ paymentMethod }) => paymentMethod !== 'card',
  );

  it('is refused, whichever it is', async () => {
    const cardsOnly = await aMerchant(system, { connectors: ['adyen_test'] });
    const answers = await Promise.all(
      others.map((row) => cardsOnly.api.post('/payments', paymentBody(methodFields(row)))),
    );
    expect(answers.map(statusAndBody)).toEqual(others.map(() => noConnector));
  });
});

it('data of another type of the same payment method is refused', async () => {
  const [google] = paymentMethodRows.filter(({ dataName }) => dataName === 'google_pay');
  const fields = { ...methodFields(google!), payment_method_type: 'apple_pay' };
  expect(statusAndBody(await merchant.api.post('/payments', paymentBody(fields)))).toEqual(
    refusal(422, 'IR_06', "payment_method_data doesn't correspond to the specified payment_method"),
  );
});
