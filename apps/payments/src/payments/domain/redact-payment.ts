import type { AccountRef } from '@payorch/contracts';
import { redacted, withoutMethodData, withoutPersonalData } from '@payorch/contracts';
import type { Method } from '../../payment-methods/domain/method';
import type { Attempt } from './attempts/attempt';
import { accountOf, isIn } from './attempts/attempt';
import { isAuthenticating } from './authentications/authentications';
import type { Payment, PaymentLink } from './payment';
import { activeAttempt, withDetails } from './payment';

/** The attempt may still need the customer's data: the processor declines it, and the next account gets the data. */
const isUnderWay = (attempt: Attempt): boolean =>
  isAuthenticating(attempt) ||
  isIn(attempt, 'authorizing', 'pending', 'authentication_pending', 'cancellation_initiated');

const textOf = (text: string | null | undefined): string | null => (text ? redacted : null);

/** Of a card, the facts that merchants reconcile payments with stay; neither a number nor a name does. */
const erasedMethod = ({ walletToken: _, networkToken: _token, authentication: _proof, ...method }: Method): Method => ({
  ...method,
  card: method.card && {
    ...method.card,
    sealedNumber: null,
    fingerprint: '',
    holderName: textOf(method.card.holderName),
  },
  sealedData: null,
  paymentMethodData: method.paymentMethodData && withoutMethodData(method.paymentMethodData),
});

const erasedAttempt = (attempt: Attempt): Attempt => ({
  ...attempt,
  // The last pass finds an attempt whose outcome stayed unknown: without its card it could not be resolved any more.
  method: attempt.method && (isUnderWay(attempt) ? attempt.method : erasedMethod(attempt.method)),
  rawResponse: null,
});

/** The merchant may have written of the customer in the lines of its own. */
const withoutDetails = ({ config: { transaction_details: _, ...config }, ...link }: PaymentLink): PaymentLink => ({
  ...link,
  config,
});

/**
 * The payment without the data of its deleted customer: ids, sums and states stay. Undefined where nothing is left to
 * erase, or where the payment is under way and this is not the last pass.
 */
export function redactPayment(payment: Payment, { isLast }: { isLast: boolean }): Payment | undefined {
  if (isUnderWay(activeAttempt(payment)) && !isLast) return undefined;
  const { customer } = payment;
  const erased: Payment = {
    ...withDetails(payment, withoutPersonalData(payment.details)),
    isRedacted: true,
    customer: customer && {
      name: textOf(customer.name),
      email: textOf(customer.email),
      phone: textOf(customer.phone),
      phoneCountryCode: textOf(customer.phoneCountryCode),
    },
    browserInfo: null,
    paymentToken: null,
    ...(payment.link && { link: withoutDetails(payment.link) }),
    attempts: payment.attempts.map(erasedAttempt),
  };
  return JSON.stringify(partsOf(erased)) === JSON.stringify(partsOf(payment)) ? undefined : erased;
}

/** The parts that a redaction changes. */
const partsOf = ({ isRedacted, customer, browserInfo, paymentToken, details, link, attempts }: Payment): unknown => ({
  isRedacted,
  customer,
  browserInfo,
  paymentToken,
  details,
  link,
  attempts: attempts.map(({ method, rawResponse }) => ({ method, rawResponse })),
});

/** The account whose workers erase the stored responses of processors about this payment; undefined where none are stored. */
export const accountWithResponses = ({ allKeysRequired, attempts }: Payment): AccountRef | undefined =>
  allKeysRequired ? attempts.flatMap((attempt) => accountOf(attempt) ?? []).at(-1) : undefined;
