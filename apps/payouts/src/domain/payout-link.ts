import type { PayoutDestination, PayoutForLink, PayoutLink, Refusal } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { namesPayoutMethod } from '@payorch/routing-rules';
import type { Payout } from './payout';
import { marksOf } from './payout-states';

/** A payout whose recipient says on a page where the money goes. */
export type LinkedPayout = Payout & { readonly link: PayoutLink };

export const hasLink = (payout: Payout | undefined): payout is LinkedPayout =>
  payout !== undefined && payout.link !== null;

const isExpired = ({ expiresAt }: PayoutLink, now: Date): boolean => new Date(expiresAt) <= now;

/** What the page of the link is for, now. */
export function linkStateOf({ state, link }: LinkedPayout, now: Date): PayoutForLink['state'] {
  if (marksOf(state).confirm !== 'begins') return 'ended';
  return isExpired(link, now) ? 'expired' : 'open';
}

/** A card of an unknown type may be either. */
const typesOf = ({ type, methodType, card }: PayoutDestination): readonly string[] =>
  type === 'card' && !card?.facts?.type ? ['credit', 'debit'] : [methodType];

/** The client secret of a payout with a link is for the page: it confirms nothing else, and nothing later. */
export function checkLink(
  { link }: Pick<Payout, 'link'>,
  destination: PayoutDestination | null,
  now: Date,
): Refusal | undefined {
  if (!link) return undefined;
  if (isExpired(link, now)) return refuse('client_secret_expired');
  const { enabled_payment_methods: enabled } = link.config;
  return !destination || !enabled || namesPayoutMethod(enabled, destination.type, typesOf(destination))
    ? undefined
    : refuse('precondition_failed', { message: 'The link does not enable this payout method' });
}
