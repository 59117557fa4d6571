import type { PaymentReturned, ProfileSettings } from '@payorch/contracts';
import { minorUnitsToJson } from '@payorch/kernel';
import type { AccountSettings } from '@payorch/platform/kafka';
import type { DecideRules } from '../domain/decision';
import type { Payment, View } from '../domain/payment';
import { isIn } from '../domain/attempt';
import { activeAttempt } from '../domain/payment';
import { statusOf } from '../domain/payment.status';
import { opensInPopup } from './payment.parts';
import { paymentView } from './payment.view';

interface Parts {
  readonly settings: Pick<AccountSettings, 'profile' | 'merchant'>;
  readonly rules: Pick<DecideRules, 'publicUrl'>;
}

/** The bytes that a request is answered with: the gateway passes them through. */
export function viewFor(payment: Payment, wants: View, { settings, rules }: Parts): Buffer {
  const profile = settings.profile(payment.merchantId, payment.profileId);
  if (wants.kind === 'return') return Buffer.from(JSON.stringify(returned(payment, profile)));
  const publishableKey = settings.merchant(payment.merchantId)?.publishableKey;
  return Buffer.from(paymentView(payment, wants, { publicUrl: rules.publicUrl, profile, publishableKey }));
}

function returned(payment: Payment, profile: ProfileSettings | undefined): PaymentReturned {
  const attempt = activeAttempt(payment);
  return {
    returnUrl: payment.returnUrl ?? profile?.returnUrl ?? null,
    status: statusOf(payment),
    paymentId: payment.paymentId,
    profileId: payment.profileId,
    clientSecret: payment.clientSecret,
    amount: minorUnitsToJson(payment.money.amount),
    manualRetryAllowed: profile?.manualRetry ? attempt.state === 'failure' : null,
    startAgainAttemptId:
      isIn(attempt, 'authentication_pending') && attempt.facts.challenge.url !== '' ? attempt.id : null,
    inPopup: opensInPopup(payment, profile),
  };
}
