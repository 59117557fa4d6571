import type { AccountRef, DataOf, connectorOutcome } from '@payorch/contracts';
import { declineRetryOf } from '@payorch/contracts';
import type { Attempt } from '../attempts/attempt';
import { move } from '../attempts/attempt';
import { operationOf, redirectTokenOf } from './authorize-operation';
import type { DecideContext, Decision } from '../decision';
import { decided } from '../decision';
import { gsmRuleOf } from './gsm-rule';
import { newOvercapture } from '../captures/overcapture';
import type { Payment } from '../payment';
import { activeAttempt } from '../payment';
import { splitOfAttempt } from '../terms/split';
import { withSums } from '../payment.status';
import { withNewAttempt } from './next-attempt';

type Outcome = DataOf<typeof connectorOutcome>['outcome'];

/** The next authorization of a payment whose last one has failed. */
interface Retry {
  readonly account: AccountRef;
  readonly fallbacks: readonly AccountRef[];
  /** How many retries after a decline the confirmation has had with this one. */
  readonly retryCount: number;
  readonly withThreeDs: boolean;
  /** The processor gets the card's number, and not its network token. */
  readonly byNumber: boolean;
}

/**
 * Begins the next attempt, only after a definite end of the last one: after an unknown outcome two charges would be possible.
 * `not_sent` always goes to the next account of the route. A decline is retried where the operators' rule, else the connector,
 * permits it and the profile has automatic retries left; a declined network token may be followed by the card's number at the same
 * account. Not after the customer was at the bank's page or was authenticated, since the
 * customer would not be there for another time, and an authentication is for one authorization.
 */
export function retryAuthorization(
  payment: Payment,
  before: Attempt,
  ended: Attempt,
  { outcome }: Pick<DataOf<typeof connectorOutcome>, 'outcome'>,
  context: DecideContext,
): Decision | undefined {
  if (ended.state !== 'failure' || ended.id !== activeAttempt(payment).id) return undefined;
  // A person has declared what became of it.
  if (before.claim?.status !== undefined) return undefined;
  // The id of a payment method that one processor saved names nothing, or something else, at another.
  if (payment.recurring && payment.recurring.reference.mandateReference !== null) return undefined;
  const retry =
    outcome.kind === 'declined' && before.state !== 'authentication_pending' && !wasAuthenticated(before)
      ? afterDecline(payment, ended, outcome, context)
      : afterNotSent(ended, outcome);
  return retry && begin(payment, ended, retry, context);
}

const wasAuthenticated = ({ authentication, method }: Attempt): boolean =>
  authentication !== undefined || method?.authentication !== undefined;

function afterNotSent(ended: Attempt, outcome: Outcome): Retry | undefined {
  if (outcome.kind !== 'not_sent' || outcome.retry === 'never') return undefined;
  return atNextAccount(ended, ended.retryCount ?? 0);
}

function afterDecline(
  payment: Payment,
  ended: Attempt<'failure'>,
  { retry: hint, byNetworkToken }: Extract<Outcome, { kind: 'declined' }>,
  { settings: { profile, gsmRule, retryConfigs, authenticatesCustomers } }: DecideContext,
): Retry | undefined {
  const retryCount = (ended.retryCount ?? 0) + 1;
  if (!profile.autoRetries || retryCount > profile.maxAutoRetries) return undefined;
  const { account } = ended.facts;
  const found = retryConfigs?.asksRules === false ? undefined : gsmRuleOf(ended, gsmRule);
  const stepUpConnectors = retryConfigs?.stepUpConnectors ?? null;
  const rule = found && {
    ...found,
    stepUpPossible:
      found.stepUpPossible &&
      authenticatesCustomers !== false &&
      account !== null &&
      (stepUpConnectors === null || stepUpConnectors.includes(account.connector)) &&
      canStepUp(payment, ended),
  };
  const mayUseNumber = byNetworkToken === true && profile.clearPanRetries === true && account !== null;
  const permitted = declineRetryOf({ rule, mayUseNumber }, hint);
  if (permitted === 'never') return undefined;
  if (permitted === 'another_account' || account === null) return atNextAccount(ended, retryCount);
  const byNumber = permitted === 'with_number' || ended.byNumber === true;
  return { account, fallbacks: ended.fallbacks, retryCount, withThreeDs: permitted === 'with_three_ds', byNumber };
}

function atNextAccount(
  { fallbacks: [account, ...fallbacks], byNumber }: Attempt,
  retryCount: number,
): Retry | undefined {
  return account && { account, fallbacks, retryCount, withThreeDs: false, byNumber: byNumber === true };
}

/** 3-D Secure needs a card and its holder, and is of no use twice. */
const canStepUp = (payment: Payment, { method }: Attempt): boolean =>
  method?.paymentMethod === 'card' &&
  payment.authenticationType !== 'three_ds' &&
  // Their 3-D Secure is outside the processor.
  !payment.terms.asksForExternalThreeDs &&
  payment.recurring === null &&
  !payment.terms.isOffSession;

function begin(
  payment: Payment,
  { id, fallbackOf = id, authentication, method }: Attempt,
  { account, fallbacks, retryCount, withThreeDs, byNumber }: Retry,
  context: DecideContext,
): Decision {
  const again = withNewAttempt(withThreeDs ? steppedUp(payment) : payment, context);
  const fresh = activeAttempt(again) as Attempt<'confirmation_awaited'>;
  const redirectToken = redirectTokenOf(again, fresh, context);
  const facts = { operation: context.newOperationId(), account, redirectToken };
  const changes = {
    modifiedAt: context.now,
    fallbacks,
    fallbackOf,
    ...(retryCount > 0 && { retryCount }),
    ...(byNumber && { byNumber }),
    // No processor had it: the same proof goes to the next account.
    ...(authentication && { authentication }),
    ...(method?.authentication && { method }),
    ...newOvercapture(payment, context.settings.profile),
    ...splitOfAttempt(again),
  };
  const sent = move(fresh, 'sent', facts, changes);
  const operation = operationOf(again, sent, sent.facts.operation, context);
  const attempts = [...again.attempts.slice(0, -1), sent];
  return decided(withSums({ ...again, attempts }), [{ kind: 'authorize', operation, account, fallbacks }]);
}

/** The payment with 3-D Secure from now on; its earlier attempts keep the type that they had. */
const steppedUp = (payment: Payment): Payment => ({
  ...payment,
  authenticationType: 'three_ds',
  attempts: payment.attempts.map((attempt) => ({ authenticationType: payment.authenticationType, ...attempt })),
});
