import { isRefusal, joinRefusals, type PayoutFilters, type Refusal, refuse } from '@payorch/contracts';
import { Currency, PayoutEntityType, type PayoutListFilterConstraints, type PayoutListQuery } from '@payorch/rest';
import { checkLimit, createdWithin, requestedValues } from '../../lists';

const everything: PayoutFilters = {
  createdFrom: null,
  createdTo: null,
  payoutId: null,
  merchantOrderReferenceId: null,
  profileId: null,
  customerId: null,
  amountFrom: null,
  amountTo: null,
  connectors: null,
  currencies: null,
  statuses: null,
  payoutTypes: null,
  entityTypes: null,
};

/** `created` names one moment of creation. */
export const filtersOfQuery = ({ created, ...query }: PayoutListQuery): PayoutFilters => ({
  ...everything,
  ...(created ? { createdFrom: created, createdTo: created } : createdWithin(query)),
  customerId: query.customer_id ?? null,
});

/** One value or a list of them; a value that the interface does not know is refused. */
function wordsOf(field: string, sent: unknown, known: readonly string[]): string[] | Refusal | null {
  if (sent === null || sent === undefined) return null;
  const words: unknown[] = Array.isArray(sent) ? sent : [sent];
  const areKnown = words.every((word) => typeof word === 'string' && known.includes(word));
  return areKnown ? requestedValues(words as string[]) : refuse('invalid_value', { field });
}

export function filtersOfBody(sent: PayoutListFilterConstraints): PayoutFilters | Refusal {
  const currencies = wordsOf('currency', sent.currency, Currency);
  if (isRefusal(currencies)) return currencies;
  const entityTypes = wordsOf('entity_type', sent.entity_type, PayoutEntityType);
  return isRefusal(entityTypes) ? entityTypes : { ...namedFilters(sent), currencies, entityTypes };
}

const namedFilters = (sent: PayoutListFilterConstraints): PayoutFilters => ({
  ...everything,
  ...createdWithin(sent),
  payoutId: sent.payout_id ?? null,
  merchantOrderReferenceId: sent.merchant_order_reference_id ?? null,
  profileId: sent.profile_id ?? null,
  customerId: sent.customer_id ?? null,
  connectors: requestedValues(sent.connector),
  statuses: requestedValues(sent.status),
  payoutTypes: requestedValues(sent.payout_method),
});

/** A page of a list, newest first. */
export interface PayoutPage {
  readonly limit: number;
  readonly offset: number;
  readonly startingAfter: string | null;
  readonly endingBefore: string | null;
}

const usual = 10;
/** A body names more filters than a query: its pages are shorter. */
export const most = { query: 100, body: 20 } as const;

export function pageOfQuery({
  limit,
  starting_after: after,
  ending_before: before,
}: PayoutListQuery): PayoutPage | Refusal {
  const page = { limit: limit ?? usual, offset: 0, startingAfter: after ?? null, endingBefore: before ?? null };
  const message = 'starting_after and ending_before cannot be sent together';
  const refused = joinRefusals([
    checkLimit(page.limit, most.query),
    after && before ? refuse('invalid_request', { message, path: 'ending_before' }) : undefined,
  ]);
  return refused ?? page;
}

export function pageOfBody({ limit, offset }: PayoutListFilterConstraints): PayoutPage | Refusal {
  const page = { limit: limit ?? usual, offset: offset ?? 0, startingAfter: null, endingBefore: null };
  return checkLimit(page.limit, most.body) ?? page;
}
