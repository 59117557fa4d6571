import type { DataOf, paymentMethodUpdateRecord, ReferenceSent } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import { firstAccount, later, merchantId, now, profileId } from '../../../test/fixtures';
import { aSavedCard, aSavedWallet } from '../../../test/payment-methods';
import type { SavedPaymentMethod } from './payment-method';
import { updateRecord } from './update-record';

type Command = DataOf<typeof paymentMethodUpdateRecord>;

const reference: ReferenceSent = {
  account: firstAccount,
  profileId,
  mandateReference: 'pm_new',
  customerReference: null,
};
const updating = (given: Partial<Command>): Command => ({
  merchantId,
  paymentMethodId: 'pm_1',
  status: null,
  networkTransactionId: null,
  references: [],
  expiry: null,
  ...given,
});
const update = (known: SavedPaymentMethod | undefined, given: Partial<Command>) =>
  updateRecord(known, updating(given), later(60));
const card = aSavedCard();
const withoutNumber = aSavedCard({ method: { ...card.method, card: { ...card.method.card!, sealedNumber: null } } });
const emptied = aSavedCard({ status: 'inactive', method: { ...card.method, card: null } });

describe('the operator’s change of a stored payment method', () => {
  it.each<[string, SavedPaymentMethod, Partial<Command>, object]>([
    ['ends it', card, { status: 'inactive' }, { status: 'inactive' }],
    ['activates it', aSavedCard({ status: 'inactive' }), { status: 'active' }, { status: 'active' }],
    ['adds the card network’s id', card, { networkTransactionId: 'MCC1' }, { networkTransactionId: 'MCC1' }],
    ['adds a reference', card, { references: [reference] }, { references: { mca_1: reference } }],
    [
      'changes the expiry',
      card,
      { expiry: { expiryMonth: '01', expiryYear: '40' } },
      { method: { card: { expiryMonth: '01', expiryYear: '40', last4: '4242' } } },
    ],
    ['changes a card without its number', withoutNumber, { references: [reference] }, { status: 'active' }],
    ['adds the card network’s id of a wallet token', aSavedWallet(), { networkTransactionId: 'MCC1' }, {}],
  ])('%s', (_, known, given, expected) =>
    expect(update(known, given)).toMatchObject({ version: 2, modifiedAt: later(60), ...expected }),
  );

  it('that is sent again leaves the same payment method', () => {
    const once = update(card, { status: 'inactive', references: [reference] });
    if (isRefusal(once)) throw new Error(once.code);
    expect(update(once, { status: 'inactive', references: [reference] })).toEqual({ ...once, version: 3 });
  });

  it.each<[string, SavedPaymentMethod | undefined, Partial<Command>, string]>([
    ['an unknown payment method', undefined, { status: 'active' }, 'payment_method_not_found'],
    ['one whose data was erased', emptied, { references: [reference] }, 'payment_method_not_found'],
    ['one that awaits its data', aSavedCard({ status: 'awaiting_data' }), { status: 'active' }, 'precondition_failed'],
    ['one that nothing charges', withoutNumber, { status: 'active' }, 'precondition_failed'],
    ['the network’s id without a number', withoutNumber, { networkTransactionId: 'MCC1' }, 'precondition_failed'],
    [
      'the expiry of a wallet',
      aSavedWallet(),
      { expiry: { expiryMonth: '1', expiryYear: '40' } },
      'precondition_failed',
    ],
  ])('of %s is refused', (_, known, given, code) =>
    expect(update(known, given)).toMatchObject({ kind: 'refused', code }),
  );
});

it('a payment method keeps its creation', () =>
  expect(update(card, { status: 'inactive' })).toMatchObject({ createdAt: now }));
