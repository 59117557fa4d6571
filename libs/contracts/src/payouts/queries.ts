import {
  jsonObject,
  merchantId,
  minorUnitsWire,
  moneyWire,
  payoutId,
  payoutStatus,
  payoutType,
  profileId,
  timestamp,
} from '@payorch/values';
import { z } from 'zod';
import { defineMessage } from '../messages/define-message';
import { topics } from '../messages/topics';
import { judgedCard } from '../customers/blocklist';
import { caller } from '../payments/commands';
import { payoutLink } from './commands';

const query = { topic: topics.payoutsQueries.name, version: 1, kind: 'query', key: () => null } as const;
const wireValues = z.array(z.string()).nullable();
/** Both bounds are inclusive; null: no bound. */
const createdWithin = { createdFrom: timestamp.nullable(), createdTo: timestamp.nullable() };

/** Reads a payout. Reply: the payout in the form of the interface. */
export const payoutGet = defineMessage({
  ...query,
  type: 'payout.get',
  data: z.object({ merchantId, payoutId, caller, expandAttempts: z.boolean() }),
});

/** Asks for what a blocklist judges the stored card of a payout by. Reply: `payoutCardReply`. */
export const payoutCard = defineMessage({
  ...query,
  type: 'payout.card',
  data: z.object({ merchantId, payoutId, caller }),
});
/** Reply to `payout.card`. Null: the payout goes to no card, or to nothing yet. */
export const payoutCardReply = z.object({ card: judgedCard.nullable() });

/** Asks for all that the page of a payout's link shows. Reply: `payoutForLink`. */
export const payoutLinkPage = defineMessage({
  ...query,
  type: 'payout.link_page',
  data: z.object({ merchantId, payoutId }),
});

/** Reply to `payout.link_page`; the gateway makes the page from it. */
export const payoutForLink = z.object({
  profileId,
  /** What the merchant has said already: the recipient chooses among destinations of this type. */
  payoutType: payoutType.nullable(),
  /** Of the billing address. */
  country: z.string().nullable(),
  /** open: the recipient can say where the money goes. expired: the time for it is over. ended: the payout is under way, or over. */
  state: z.enum(['open', 'expired', 'ended']),
  status: payoutStatus,
  money: moneyWire,
  description: z.string().nullable(),
  returnUrl: z.string().nullable(),
  link: payoutLink,
  /** Where the money goes, as the interface shows it: numbers are masked. Null: not known yet. */
  destination: jsonObject.nullable(),
  /** What the page needs to confirm the payout; null for every page that is not open. */
  access: z.object({ clientSecret: z.string(), publishableKey: z.string() }).nullable(),
  /** The shop's name, where the link has none. */
  merchantName: z.string().nullable(),
});
export type PayoutForLink = z.infer<typeof payoutForLink>;

/** Filters of a payout list; null: no filter. Values are those of the interface. */
export const payoutFilters = z.object({
  ...createdWithin,
  payoutId: z.string().nullable(),
  merchantOrderReferenceId: z.string().nullable(),
  profileId: z.string().nullable(),
  customerId: z.string().nullable(),
  amountFrom: minorUnitsWire.nullable(),
  amountTo: minorUnitsWire.nullable(),
  connectors: wireValues,
  currencies: wireValues,
  statuses: wireValues,
  payoutTypes: wireValues,
  entityTypes: wireValues,
});
export type PayoutFilters = z.infer<typeof payoutFilters>;

/** Lists payouts, newest first. Reply in the form of the interface: `{size, total_count, data}`. */
export const payoutList = defineMessage({
  ...query,
  type: 'payout.list',
  data: z.object({
    merchantId,
    filters: payoutFilters,
    /** Payouts created after, or before, this payout in the list's order; null: from its start. */
    startingAfter: z.string().nullable(),
    endingBefore: z.string().nullable(),
    limit: z.int().min(1).max(100),
    offset: z.int().min(0),
  }),
});

const overall = z.object({ merchantId, profileId: z.string().nullable(), ...createdWithin });

/** Counts payouts by status. Reply: `{status_with_count}`. */
export const payoutStatusCounts = defineMessage({ ...query, type: 'payout.status_counts', data: overall });

/** Asks for the values that occur and can be used as filters of a list. */
export const payoutFilterValues = defineMessage({ ...query, type: 'payout.filter_values', data: overall });
