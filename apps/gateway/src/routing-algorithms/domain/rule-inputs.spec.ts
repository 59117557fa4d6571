import { refuse, threeDsRuleKey } from '@payorch/contracts';
import { ThreeDsDecisionRuleExecuteRequest } from '@payorch/rest';
import { pageOf } from './page';
import { ruleInputsOf } from './rule-inputs';

const inputsOf = (given: object) =>
  ruleInputsOf(
    Object.assign(new ThreeDsDecisionRuleExecuteRequest(), {
      routing_id: 'routing_1',
      payment: { amount: 6540, currency: 'USD' },
      ...given,
    }),
  );

const whole = {
  payment_method: { card_network: 'Visa', card_discovery: 'manual' },
  customer_device: { platform: 'web', device_type: 'desktop', display_size: 'size1920x1080' },
  issuer: { name: 'A bank', country: 'Germany' },
  acquirer: { country: 'France', fraud_rate: 0.13 },
};

it('every key gets its value', () => {
  const inputs = inputsOf(whole);
  expect(inputs).toEqual({
    amount: 6540,
    currency: 'USD',
    card_network: 'Visa',
    card_discovery: 'manual',
    issuer_name: 'A bank',
    issuer_country: 'Germany',
    acquirer_country: 'France',
    acquirer_fraud_rate: 0.13,
    customer_device_platform: 'web',
    customer_device_type: 'desktop',
    customer_device_display_size: 'size1920x1080',
  });
  expect(Object.keys(inputs).sort()).toEqual([...threeDsRuleKey.options].sort());
});

it.each([
  [{}],
  [{ payment_method: null, customer_device: null, issuer: null, acquirer: null }],
  [{ customer_device: { platform: null }, acquirer: undefined }],
])('an absent value has no key: %j', (given) => expect(inputsOf(given)).toEqual({ amount: 6540, currency: 'USD' }));

it('a rate of zero is a value, and a rate beyond a double is refused', () => {
  expect(inputsOf({ acquirer: { country: 'France', fraud_rate: 0 } })).toMatchObject({ acquirer_fraud_rate: 0 });
  expect(inputsOf({ acquirer: { country: 'France', fraud_rate: Infinity } })).toEqual(
    refuse('value_not_allowed', { field: 'acquirer.fraud_rate', allowed: 'a finite number' }),
  );
});

it.each([
  [{}, { limit: 100, offset: 0 }],
  [
    { limit: null, offset: null },
    { limit: 100, offset: 0 },
  ],
  [
    { limit: 0, offset: 7 },
    { limit: 0, offset: 7 },
  ],
  [
    { limit: 4_294_967_295, offset: 4_294_967_295 },
    { limit: 1_000, offset: 2_147_483_647 },
  ],
])('the page of %j', (sent, page) => expect(pageOf(sent)).toEqual(page));
