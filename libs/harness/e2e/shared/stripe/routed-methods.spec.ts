import { connectorBody, ok, sharedSystem, type Json, type TestMerchant } from '@payorch/harness';
import { refusal, statusAndBody } from '../../support/wire';
import { atStripe } from './at-stripe';

const system = sharedSystem();
let merchant: TestMerchant;
let cardsOnly: Json;
beforeAll(async () => {
  merchant = await atStripe(system, { listens: false });
  const path = `/account/${merchant.merchantId}/connectors`;
  cardsOnly = ok(await merchant.api.post(path, connectorBody('adyen_test', { profile_id: merchant.profileId })));
});

const klarna = (routing?: object) =>
  merchant.api.post('/payments', {
    amount: 6540,
    currency: 'EUR',
    confirm: true,
    return_url: 'https://acme.example/done',
    routing,
    payment_method: 'pay_later',
    payment_method_type: 'klarna',
    payment_method_data: {
      pay_later: { klarna_redirect: { billing_email: 'jo@acme.example', billing_country: 'DE' } },
    },
    billing: { address: { country: 'DE' }, email: 'jo@acme.example' },
  });

/** The requests to processors, without background lookups. */
const sent = () => system.ledger().filter(({ entry, kind }) => entry === 'request' && kind !== 'lookup').length;

describe('Klarna, routed by the merchant', () => {
  it('to an account without this capability is sent to no other account', async () => {
    const before = sent();
    const data = { connector: 'adyen_test', merchant_connector_id: cardsOnly.merchant_connector_id };
    expect(statusAndBody(await klarna({ type: 'single', data }))).toEqual(
      refusal(501, 'IR_00', 'routing of pay_later to adyen_test is not implemented'),
    );
    expect(sent()).toBe(before);
  });

  it('to an account with this capability is sent there', async () => {
    expect(ok(await klarna({ type: 'single', data: 'stripe' }))).toMatchObject({
      status: 'requires_customer_action',
      connector: 'stripe',
    });
  });
});
