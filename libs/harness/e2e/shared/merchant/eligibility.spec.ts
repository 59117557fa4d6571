import {
  aMerchant,
  cardFields,
  cards,
  ok,
  paymentBody,
  sharedSystem,
  type Json,
  type TestMerchant,
} from '@payorch/harness';
import { missing, noPayment, notAllowed, precondition, refusal, statusAndBody, unauthorized } from '../../support/wire';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
  const path = `/account/${merchant.merchantId}/business_profile/${merchant.profileId}`;
  const guard = {
    card_ip_blocking_status: 'enabled',
    card_ip_blocking_threshold: 1,
    guest_user_card_blocking_status: 'disabled',
    guest_user_card_blocking_threshold: 1,
    customer_id_blocking_status: 'disabled',
    customer_id_blocking_threshold: 1,
    card_testing_guard_expiry: 600,
  };
  ok(await merchant.api.post(path, { card_testing_guard_config: guard }));
});

const open = async (): Promise<Json> => ok(await merchant.api.post('/payments', { amount: 6540, currency: 'USD' }));
const withCard = (card_number: string) => ({
  payment_method_type: 'card',
  payment_method_data: { card: { card_number } },
});
const routes = ['eligibility', 'eligibility_check'] as const;
/** The parts of the answer that only one of the routes has. */
const more = { eligibility: { surcharge_details: null }, eligibility_check: {} };
const suspicious = 'Blocked due to suspicious activity';

describe.each(routes)('POST /payments/{id}/%s', (route) => {
  const ask = ({ payment_id, client_secret }: Json, body: object, by = merchant.client) =>
    by.post(`/payments/${payment_id}/${route}`, { client_secret, ...body });

  it('lets a checkout confirm, for a browser and for a server', async () => {
    const payment = await open();
    const expected = { payment_id: payment.payment_id, sdk_next_action: { next_action: 'confirm' }, ...more[route] };
    expect(ok(await ask(payment, withCard(cards.succeeds)))).toEqual(expected);
    expect(ok(await ask(payment, { payment_method_type: 'wallet', payment_method_subtype: 'google_pay' }))).toEqual(
      expected,
    );
    const { payment_id } = payment;
    expect(ok(await ask({ payment_id }, withCard(cards.succeeds), merchant.api))).toEqual(expected);
  });

  it('denies a payment that cannot be confirmed', async () => {
    const paid = ok(await merchant.api.post('/payments', paymentBody()));
    const message = 'You cannot confirm this payment because it has status succeeded';
    expect(ok(await ask(paid, withCard(cards.succeeds)))).toMatchObject({
      sdk_next_action: { next_action: { deny: { message } } },
    });
  });

  it('is closed to other secrets, keys and merchants', async () => {
    const [payment, other] = [await open(), await open()];
    const body = withCard(cards.succeeds);
    const { payment_id, client_secret } = payment;
    expect(statusAndBody(await ask({ ...payment, client_secret: other.client_secret }, body))).toEqual(
      refusal(400, 'IR_09', 'The client_secret provided does not match the client_secret associated with the Payment'),
    );
    expect(statusAndBody(await ask({ payment_id }, body))).toEqual(missing('client_secret'));
    expect(statusAndBody(await ask(payment, body, merchant.api))).toEqual(
      notAllowed('client_secret is not a valid parameter'),
    );
    expect(statusAndBody(await ask({ payment_id: 'pay_none', client_secret }, body))).toEqual(noPayment);
    const stranger = await aMerchant(system, { connectors: [] });
    expect(statusAndBody(await ask({ payment_id }, body, stranger.api))).toEqual(noPayment);
    expect(statusAndBody(await ask(payment, body, system.api))).toEqual(missing('api_key'));
    expect(statusAndBody(await ask({ payment_id }, body, system.admin))).toEqual(unauthorized);
  });
});

it('denies a card that the card-testing guard blocks, exactly when the confirmation is refused', async () => {
  const declined = cardFields(cards.declined);
  const verdict = async (payment: Json) =>
    ok(
      await merchant.client.post(`/payments/${payment.payment_id}/eligibility_check`, {
        client_secret: payment.client_secret,
        ...withCard(cards.declined),
      }),
    ).sdk_next_action.next_action as unknown;
  const first = await open();
  for (let round = 0; round < 3; round += 1) expect(await verdict(first)).toBe('confirm');
  expect(ok(await merchant.api.post(`/payments/${first.payment_id}/confirm`, declined)).status).toBe('failed');
  const second = await open();
  expect(await verdict(second)).toEqual({ deny: { message: suspicious } });
  expect(statusAndBody(await merchant.api.post(`/payments/${second.payment_id}/confirm`, declined))).toEqual(
    precondition(suspicious),
  );
});
