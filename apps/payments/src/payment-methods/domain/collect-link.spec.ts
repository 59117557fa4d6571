import type { CollectLink, collectLinkCreate, DataOf, paymentMethodSaveV2 } from '@payorch/contracts';
import { collectedMethodId, isRefusal } from '@payorch/contracts';
import { aCard, later, merchantId, now } from '../../../test/fixtures';
import { aSavedCard, customerId } from '../../../test/payment-methods';
import { savePaymentMethod, updatePaymentMethod } from './change-payment-method';
import { type CollectedMethod, collectLinkStateOf, createCollectLink, hasCollectLink } from './collect-link';
import type { SavedPaymentMethod } from './payment-method';

const link: CollectLink = {
  collectLinkId: 'link_1',
  expiresAt: later(900).toISOString(),
  returnUrl: null,
  origin: null,
  enabledMethods: [{ paymentMethod: 'card', paymentMethodTypes: ['debit'] }],
  allowedDomains: null,
  merchantName: null,
  logo: null,
  theme: null,
};
const paymentMethodId = collectedMethodId(merchantId, 'link_1');
const command: DataOf<typeof collectLinkCreate> = { merchantId, paymentMethodId, fields: { customerId, link } };
const context = { isCustomerKnown: true, now, randomText: (length: number) => 'x'.repeat(length) };
const create = (given: Partial<typeof context> = {}, known?: SavedPaymentMethod) =>
  createCollectLink(known, command, { ...context, ...given });

function opened(): CollectedMethod {
  const created = create();
  if (isRefusal(created) || !hasCollectLink(created)) throw new Error('there is no link');
  return created;
}

const card = { ...aCard, cvc: 'absent' as const, expiryYear: '40', facts: null };
const saving: DataOf<typeof paymentMethodSaveV2> = {
  merchantId,
  paymentMethodId,
  clientSecret: `${paymentMethodId}_secret_${'x'.repeat(20)}`,
  paymentMethod: 'card',
  paymentMethodType: null,
  data: { kind: 'card', card, nickName: null },
};
const save = (known: SavedPaymentMethod, given: Partial<typeof saving> = {}, at = now, same?: SavedPaymentMethod) =>
  savePaymentMethod(known, { ...saving, ...given }, { now: at, sameOf: () => same });
const code = (result: unknown) => (isRefusal(result) ? result.code : 'done');

it('a link is a payment method that awaits its data until the expiry', () =>
  expect(opened()).toMatchObject({
    status: 'awaiting_data',
    customerId,
    version: 1,
    collectLink: link,
    clientSecret: { expiresAt: later(900) },
  }));

it.each([
  ['for an unknown customer', create({ isCustomerKnown: false }), 'customer_not_found'],
  ['with the id of an earlier one', create({}, opened()), 'collect_link_exists'],
])('a link %s is refused', (_, result, expected) => expect(code(result)).toBe(expected));

it('an id stands for one payment method of its merchant', () => {
  expect(collectedMethodId(merchantId, 'link_1')).toBe(paymentMethodId);
  expect(collectedMethodId(merchantId, 'link_2')).not.toBe(paymentMethodId);
  expect(collectedMethodId('other' as typeof merchantId, 'link_1')).not.toBe(paymentMethodId);
});

const facts = (type: string) => ({ network: null, issuer: null, type, subtype: null, issuingCountry: null });
const known = (type: string) => ({
  data: { kind: 'card', card: { ...card, facts: facts(type) }, nickName: null } as const,
});
const token = { kind: 'other', data: { reference: 'data_2' as never, sealed: 's' }, shown: {} } as const;

it.each<[string, Partial<typeof saving>, string]>([
  ['a card of an unknown type', {}, 'done'],
  ['a debit card', known('Debit'), 'done'],
  ['a credit card', known('CREDIT'), 'precondition_failed'],
  ['a card that calls itself a credit card', { paymentMethodType: 'credit' }, 'precondition_failed'],
  ['a bank account', { paymentMethod: 'bank_debit', paymentMethodType: 'ach', data: token }, 'precondition_failed'],
  ['a card with the secret of another payment method', { clientSecret: 'pm_2_secret_x' }, 'client_secret_invalid'],
])('a link for debit cards: %s', (_, given, expected) => expect(code(save(opened(), given))).toBe(expected));

it('nothing is saved after the expiry', () => {
  expect(code(save(opened(), {}, later(900)))).toBe('done');
  expect(code(save(opened(), {}, later(901)))).toBe('client_secret_expired');
});

it.each([
  ['new', undefined],
  ['of the customer already', aSavedCard()],
])('a card that is %s uses the link up, and its secret opens nothing any more', (_, same) => {
  const saved = save(opened(), {}, now, same);
  if (isRefusal(saved)) throw new Error(saved.code);
  const { awaiting } = saved;
  expect(awaiting).toMatchObject({ status: same ? 'inactive' : 'active', clientSecret: null });
  expect(saved.same?.clientSecret).toEqual(same?.clientSecret);
  expect(hasCollectLink(awaiting) && collectLinkStateOf(awaiting, now)).toBe('used');
  expect(code(save(awaiting))).toBe('client_secret_invalid');
  const caller = { kind: 'client', clientSecret: saving.clientSecret } as const;
  const change = { expiryMonth: '01', expiryYear: '41', holderName: 'x' };
  expect(code(updatePaymentMethod(awaiting, { merchantId, paymentMethodId, caller, card: change }, now))).toBe(
    'client_secret_invalid',
  );
});

it.each([
  [now, 'open'],
  [later(900), 'open'],
  [later(901), 'expired'],
] as const)('at %j an unused link is %s', (at, state) => expect(collectLinkStateOf(opened(), at)).toBe(state));
