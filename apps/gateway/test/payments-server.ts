import type { Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import type { MerchantConnectorId, MerchantId } from '@payorch/kernel';
import { silentLogger } from '@payorch/platform/telemetry';
import type { SentCredentials } from '../src/accounts/domain/connectors/inline-credentials';
import type { Profile } from '../src/accounts/domain/profile';
import type { BoundCredentials } from '../src/accounts/inline-credentials';
import { PaymentsController } from '../src/payments/http/payments.controller';
import { SessionTokensController } from '../src/payments/http/session-tokens.controller';
import { PaymentCredentials } from '../src/payments/payment-credentials';
import { PaymentOperations } from '../src/payments/payment-operations';
import { PaymentOwner } from '../src/payments/payment-owner';
import { PaymentReads } from '../src/payments/payment-reads';
import { Payments } from '../src/payments/payments';
import { SessionTokens } from '../src/payments/session-tokens/session-tokens';
import { ownerServer } from './owner-server';

export { answer } from './owner-server';

/** No account enables a wallet, and the profile requires nothing. */
const noAccounts = { list: () => Promise.resolve([]) };
const plainProfile = { retrieve: () => Promise.resolve({ details: {} } as Profile) };
const noApplePay = { of: () => Promise.resolve(undefined) };

/** No profile asks for cards. */
const allPlans = { of: () => Promise.resolve(undefined) };
const noCardInfos = { store: () => Promise.resolve() };
const noLinks = { of: () => Promise.resolve({}) };

/** `own` belongs to one account; the gateway knows no other credentials. */
class FakeCredentials {
  bind(_: MerchantId, { creds_identifier: name }: SentCredentials): Promise<BoundCredentials | Refusal> {
    const account = { merchantConnectorId: 'mca_1.crd_1' as MerchantConnectorId, connector: 'stripe_test' };
    return Promise.resolve(name === 'own' ? { account, accountVersion: 9 } : refuse('missing_param', { field: name }));
  }

  named(_: MerchantId, { creds_identifier: name }: SentCredentials): Promise<readonly MerchantConnectorId[] | Refusal> {
    const id = 'mca_1.crd_1' as MerchantConnectorId;
    return Promise.resolve(name === 'own' ? [id] : refuse('missing_param', { field: name }));
  }
}

/** The payment routes of the gateway, for the tests of one file; resets the owner between tests. */
export const paymentsServer = () =>
  ownerServer([PaymentsController, SessionTokensController], ({ client, sealer, cache }) => {
    const payments = new PaymentOwner(client);
    const stored = new FakeCredentials();
    const credentials = new PaymentCredentials(stored, payments);
    return [
      {
        provide: Payments,
        useValue: new Payments(payments, sealer, cache, credentials, noLinks, noCardInfos, allPlans),
      },
      { provide: PaymentReads, useValue: new PaymentReads(payments, stored) },
      { provide: PaymentOperations, useValue: new PaymentOperations(payments, stored) },
      {
        provide: SessionTokens,
        useValue: new SessionTokens(client, noAccounts, plainProfile, noApplePay, silentLogger),
      },
    ];
  });

export const money = { amount: 6540, currency: 'USD' };
export const card = { card_number: '4242424242424242', card_exp_month: '10', card_exp_year: '40', card_cvc: '123' };
export const withCard = { payment_method: 'card', payment_method_data: { card } };
