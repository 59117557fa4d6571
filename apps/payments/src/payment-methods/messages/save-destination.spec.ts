import { type DataOf, payoutDestinationSaved, type paymentMethodSaveDestination } from '@payorch/contracts';
import { keyOf, type PayoutId } from '@payorch/kernel';
import { ownCustomers } from '../../customers/domain/customer-owners';
import { merchantId, now } from '../../../test/fixtures';
import { aSavedCard, customerId } from '../../../test/payment-methods';
import type { SavedPaymentMethod } from '../domain/payment-method';
import { BatchPaymentMethods, keyOfCustomers } from '../persistence/payment-methods';
import { PaymentMethodDecisions, type PaymentMethodStepContext } from './payment-method-decisions';
import { PaymentMethodsHandlers } from './payment-methods.handlers';

const payoutId = 'payout_1' as PayoutId;
const sealed = { reference: 'data_1' as never, sealed: 'sealed' };
const payoutAccount = { type: 'bank', methodType: 'sepa', fingerprint: 'f1' } as const;
const shown = { bank: { iban: 'NL46*********0000' } };
const command: DataOf<typeof paymentMethodSaveDestination> = {
  merchantId,
  paymentMethodId: 'pm_made',
  payoutId,
  fields: {
    customerId,
    paymentMethod: 'bank_transfer',
    paymentMethodType: 'sepa_bank_transfer',
    issuer: null,
    issuerCode: null,
    metadata: null,
    billing: null,
  },
  data: { kind: 'other', data: sealed, shown, payoutAccount },
};
const account = (given: Partial<SavedPaymentMethod> = {}): SavedPaymentMethod => {
  const names = { paymentMethod: 'bank_transfer', paymentMethodType: 'sepa_bank_transfer' };
  const method = { ...names, card: null, sealedData: sealed, paymentMethodData: shown, payoutAccount };
  return aSavedCard({ method, ...given });
};

interface Known {
  /** The stored payment method with the id of the command. */
  readonly own?: SavedPaymentMethod;
  /** The customer's payment method with the same number. */
  readonly same?: SavedPaymentMethod;
  readonly customer?: object | null;
}

function handled({ own, same, customer = {} }: Known) {
  const byCard = new Map(same ? [[keyOfCustomers(merchantId, customerId, 'f1'), same]] : []);
  const paymentMethods = new BatchPaymentMethods([], { byToken: new Map(), byCard });
  const customers = new Map(customer ? [[keyOf(merchantId, customerId), customer]] : []);
  const incoming = { context: {} };
  const context = { state: own, shared: { ...ownCustomers, customers, paymentMethods }, now, incoming };
  const handlers = new PaymentMethodsHandlers(new PaymentMethodDecisions());
  const step = handlers.saveDestination(command, context as unknown as PaymentMethodStepContext);
  const answers = (step.messages ?? []).map(({ message, data }) => [message.type, data]);
  return { state: step.state, answers, saves: paymentMethods.saves };
}
const answer = (payoutMethodId: string) => [[payoutDestinationSaved.type, { merchantId, payoutId, payoutMethodId }]];

describe('the destination of a recurring payout', () => {
  it('is saved under the id of the command, and is no account that pays', () => {
    const { state, answers, saves } = handled({});
    const method = { paymentMethod: 'bank_transfer', paymentMethodType: 'sepa_bank_transfer', payoutAccount };
    expect(state).toMatchObject({
      paymentMethodId: 'pm_made',
      status: 'active',
      version: 1,
      method,
      clientSecret: null,
    });
    expect([answers, saves]).toEqual([answer('pm_made'), []]);
  });

  it('is one row however often payouts to it succeed', () => {
    const own = account({ paymentMethodId: 'pm_made', version: 3, isDefault: true });
    const { state, answers } = handled({ own, same: own });
    expect(state).toMatchObject({ paymentMethodId: 'pm_made', version: 4, isDefault: true });
    expect(answers).toEqual(answer('pm_made'));
  });

  it.each(['active', 'inactive'] as const)('keeps the id under which it was saved before (%s)', (status) => {
    const { state, answers, saves } = handled({ same: account({ paymentMethodId: 'pm_old', status }) });
    expect([state, answers]).toEqual([undefined, answer('pm_old')]);
    expect(saves).toMatchObject([
      { isFirst: false, paymentMethod: { paymentMethodId: 'pm_old', customerId, status: 'active' } },
    ]);
  });

  it.each([
    ['unknown', null],
    ['deleted', { redactedAt: now }],
  ])('of an %s customer is not saved', (_, customer) =>
    expect(handled({ customer })).toEqual({ state: undefined, answers: [], saves: [] }),
  );
});
