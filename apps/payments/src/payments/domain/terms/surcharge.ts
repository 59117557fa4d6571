import type { ChoosableMethod } from '@payorch/contracts';
import type { MinorUnits, Money } from '@payorch/kernel';
import { equals, isZero, minorUnits } from '@payorch/kernel';
import type { SurchargeOutput } from '@payorch/routing-rules';
import type { Method, StoredCard } from '../../../payment-methods/domain/method';
import type { DecideContext } from '../decision';
import type { MerchantRules } from '../merchant-rules';
import { isCustomerAbsent } from '../method/chosen-method';
import type { Payment } from '../payment';
import { activeAttempt, netAmount, withAttempt } from '../payment';
import { asRequested, requestedExtrasOf, withRuled } from '../payment';
import { withInterest } from './installments';
import { percentageOf } from './percentage';
import { routingFactsOf } from './routing-facts';

/** What a customer pays on top of a total, by a rule. */
export interface Surcharge {
  readonly amount: MinorUnits;
  /** Null: the rule has no tax. */
  readonly tax: MinorUnits | null;
}

/** The surcharge of a rule: a rate is of the total without it, and the tax is of the surcharge. Each is rounded half up. */
export function surchargeFor(
  { amount: total }: Pick<Money, 'amount'>,
  { surcharge, taxOnSurcharge }: SurchargeOutput,
): Surcharge {
  const amount =
    surcharge.type === 'fixed' ? minorUnits(BigInt(surcharge.amount)) : percentageOf(total, surcharge.percentage);
  return { amount, tax: taxOnSurcharge === null ? null : percentageOf(amount, taxOnSurcharge) };
}

/** Whether rules may add a surcharge: the merchant has said nothing, and a customer is there to agree to a total above zero. */
function mayHaveSurcharge(payment: Payment): boolean {
  const { surchargeAmount, surchargeTaxAmount } = requestedExtrasOf(payment);
  const isRequested = surchargeAmount !== null || surchargeTaxAmount !== null;
  return !isRequested && !isZero(netAmount(payment)) && !isCustomerAbsent(payment);
}

type SurchargeRules = MerchantRules['surcharge'];

/** What the rules add to a payment without a surcharge of theirs, for its payment method; null: nothing. */
function ruledSurcharge(payment: Payment, rules: SurchargeRules): SurchargeOutput | null {
  const attempt = activeAttempt(payment);
  if (!rules || !attempt.method || !mayHaveSurcharge(payment)) return null;
  return rules.decide(routingFactsOf(payment, attempt, rules.needs) ?? { values: {} });
}

function withOutput(payment: Payment, output: SurchargeOutput | null): Payment {
  if (!output) return payment;
  const { amount: surchargeAmount, tax: surchargeTaxAmount } = surchargeFor(netAmount(payment), output);
  const extras = { ...payment.extras, surchargeAmount, surchargeTaxAmount };
  return withRuled({ ...payment, extras }, { surcharge: true });
}

/** The payment with the surcharge of the merchant's rules for its payment method, where the merchant requested none itself. */
export const withSurcharge = (payment: Payment, { settings }: Pick<DecideContext, 'settings'>): Payment =>
  withOutput(payment, ruledSurcharge(payment, settings.merchantRules?.surcharge));

/** The payment as a confirmation with another payment method would find it; its own billing address stays. */
function withChoice(payment: Payment, { paymentMethod, paymentMethodType, cardNetwork }: ChoosableMethod): Payment {
  const attempt = activeAttempt(payment);
  const billing = attempt.method?.paymentMethodData?.['billing'];
  const method: Method = {
    paymentMethod,
    paymentMethodType,
    sealedData: null,
    card: cardNetwork === null ? null : cardOf(cardNetwork),
    paymentMethodData: billing === undefined ? null : { billing },
  };
  return withInterest(withAttempt({ ...asRequested(payment), recurring: null }, { ...attempt, method }));
}

/** Of a card that no customer has entered yet, rules about surcharges know the network. */
const cardOf = (network: string): StoredCard => ({
  reference: '' as StoredCard['reference'],
  sealedNumber: null,
  bin: '',
  extendedBin: null,
  last4: '',
  network,
  fingerprint: '',
  expiryMonth: '',
  expiryYear: '',
  holderName: null,
  cvc: 'absent',
});

/** A payment with what the rules add to it for a payment method; output null: nothing. */
export interface PricedChoice {
  readonly payment: Payment;
  readonly output: SurchargeOutput | null;
}

/** What a confirmation with the payment method would charge. */
export function pricedWith(payment: Payment, method: ChoosableMethod, rules: SurchargeRules): PricedChoice {
  const chosen = withChoice(payment, method);
  const output = ruledSurcharge(chosen, rules);
  return { payment: withOutput(chosen, output), output };
}

/** The totals of wallets whose surcharge the rules decide: their dialogs show them. */
export function walletTotals(payment: Payment, rules: SurchargeRules): Readonly<Record<string, Money>> {
  if (!rules) return {};
  const total = netAmount(payment);
  const totals = wallets.map((paymentMethodType): [string, Money] => {
    const priced = pricedWith(payment, { paymentMethod: 'wallet', paymentMethodType, cardNetwork: null }, rules);
    return [paymentMethodType, netAmount(priced.payment)];
  });
  return Object.fromEntries(totals.filter(([, priced]) => !equals(priced, total)));
}

/** The wallets that open a dialog with a total. */
const wallets = ['apple_pay', 'google_pay', 'samsung_pay', 'paze', 'paypal'] as const;

/** Whether the rules may add a surcharge, whichever payment method the customer chooses. */
export const mayGetSurcharge = (payment: Payment, rules: SurchargeRules): boolean =>
  rules !== undefined && mayHaveSurcharge({ ...asRequested(payment), recurring: null });
