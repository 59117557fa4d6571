import type { DataOf, payoutConfirm, PayoutChanges, PayoutFields, Refusal } from '@payorch/contracts';
import { isRefusal, refuse } from '@payorch/contracts';
import { isSameValue } from '@payorch/kernel';
import { decided, unchanged } from '@payorch/operations';
import { beginPayout } from '../begin-payout';
import { checkCaller } from '../caller';
import { changed } from '../change-payout';
import type { DecideContext, Decision } from '../decision';
import { isIn, notFound, type Payout } from '../payout';
import { checkLink } from '../payout-link';
import { marksOf } from '../payout-states';
import { statusOf } from '../payout.status';

/** Confirms a payout: its steps at a processor begin. */
export function confirmPayout(
  payout: Payout | undefined,
  command: DataOf<typeof payoutConfirm>,
  context: DecideContext,
): Decision {
  if (!payout) return notFound();
  const refusal = checkCaller(payout, command.caller) ?? checkOfClient(payout, command, context) ?? notNow(payout);
  if (refusal) return refusal;
  if (marksOf(payout.state).confirm === 'begun') return asItIs(context);
  const updated = changed(payout, command);
  return isRefusal(updated) ? updated : confirmed(updated, context);
}

/** The steps of a payout run once: a second confirmation gets it as it is. */
const asItIs = ({ pendingReplies }: DecideContext): Decision => unchanged([{ kind: 'reply', pendingReplies }]);

/** The confirmation of a payout that a request has changed. */
export function confirmed(payout: Payout, context: DecideContext): Decision {
  if (isIn(payout, 'requires_payout_method_data', 'requires_confirmation')) return beginPayout(payout, context);
  return notNow(payout) ?? decided(payout, [{ kind: 'reply', pendingReplies: context.pendingReplies }]);
}

const notNow = (payout: Payout): Refusal | undefined =>
  marksOf(payout.state).confirm
    ? undefined
    : refuse('precondition_failed', {
        message: `You cannot confirm this payout because it has status ${statusOf(payout)}`,
      });

/** What a client may say, where the merchant has not said it: where the money goes, and who receives it. */
const ofClients: ReadonlySet<string> = new Set<keyof PayoutChanges>(['payoutType', 'customer', 'billing', 'returnUrl']);

const onTheWire = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Whether a value takes the place of another one. Of a customer, null says nothing. */
function replaces(known: unknown, sent: unknown): boolean {
  if (sent === null || sent === undefined || known === null || known === undefined) return false;
  if (typeof known !== 'object' || typeof sent !== 'object') return known !== sent;
  if (!('phoneCountryCode' in known)) return !isSameValue(known, sent);
  return Object.entries(sent).some(([name, value]) => replaces((known as Record<string, unknown>)[name], value));
}

/** A browser with the client secret completes a payout: it redirects none to another recipient. */
function checkOfClient(
  payout: Payout,
  { caller, changes, destination }: DataOf<typeof payoutConfirm>,
  { now }: DecideContext,
): Refusal | undefined {
  if (caller.kind === 'merchant') return undefined;
  const { fields, destination: known } = payout;
  const byLink = checkLink(payout, destination, now);
  if (byLink) return byLink;
  const names = Object.keys(changes) as (keyof PayoutChanges & keyof PayoutFields)[];
  const refused = names.find((name) => !ofClients.has(name) || replaces(fields[name], changes[name]));
  if (refused) return refuse('not_for_clients', { field: onTheWire(refused) });
  return known && destination && destination.fingerprint !== known.fingerprint
    ? refuse('not_for_clients', { field: 'payout_method_data' })
    : undefined;
}
