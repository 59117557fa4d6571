import { firstRefusal, joinRefusals, mayClientSet, refuse, type Refusal } from '@payorch/contracts';
import { checkChosenIds, checkCustomerPlaces, checkMerchantUrls, checkMetadata, customerIdIn } from '../../fields';
import { readStraightThrough } from '../../payments';
import { checkPayoutLink } from './check-payout-link';
import { isPresent, type PayoutOperation, type PayoutRequest } from './payout-request';

export interface PayoutCheckContext {
  readonly operation: PayoutOperation;
  readonly kind: 'merchant' | 'client';
}

type Check = (sent: PayoutRequest, context: PayoutCheckContext) => Refusal | undefined;

const notAllowed = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });
const unserved = (path: string): Refusal => refuse('not_implemented', { message: `${path} is not implemented`, path });

/** A client names a destination and who receives the money, nothing else: the payout is the merchant's. */
const checkClientFields: Check = (sent, { kind }) => {
  if (kind !== 'client') return undefined;
  const fields = Object.entries(sent).filter(([name, value]) => isPresent(value) && !mayClientSet('payout', name));
  const refused = joinRefusals(fields.map(([field]) => refuse('not_for_clients', { field })));
  return refused ?? (isPresent(sent.customer?.id) ? refuse('customer_not_for_clients') : undefined);
};

/** To drop these would pay otherwise than requested. */
const checkUnserved: Check = (sent, { operation }) =>
  joinRefusals([
    operation !== 'create' && isPresent(sent.profile_id) ? unserved('profile_id') : undefined,
    ...(['source_bank_data', 'browser_info'] as const).map((name) =>
      isPresent(sent[name]) ? unserved(name) : undefined,
    ),
  ]);

const checkIds: Check = (sent) => checkChosenIds({ customer_id: sent.customer_id, 'customer.id': sent.customer?.id });

/** A payout moves money: zero moves none. */
const checkAmount: Check = ({ amount }) =>
  isPresent(amount) && amount <= 0
    ? refuse('precondition_failed', { message: 'Amount must be greater than 0', path: 'amount' })
    : undefined;

/** Nothing of a payout is looked up by these: a longer text could be any. */
const checkTexts: Check = ({ description, business_label: label }) =>
  joinRefusals(
    Object.entries({ description, business_label: label })
      .filter(([, text]) => (text?.length ?? 0) > longestText)
      .map(([field]) => refuse('invalid_format', { field, expected: `at most ${longestText} characters` })),
  );
const longestText = 1024;

const checkStored: Check = (sent, { operation }) => {
  const { payout_method_id: id, payout_token: token } = sent;
  if (isPresent(id) && isPresent(token))
    return notAllowed('payout_token', 'Only one of payout_method_id or payout_token should be provided.');
  if (operation === 'create' && isPresent(id) && sent.confirm !== true)
    return notAllowed('confirm', 'Confirm must be true for recurring payouts');
  if (operation === 'create' && isPresent(token) && customerIdIn(sent) === undefined)
    return refuse('missing_param', { field: 'customer or customer_id when payout_token is provided' });
  return (isPresent(id) || isPresent(token)) && isPresent(sent.payout_method_data)
    ? notAllowed('payout_method_data', 'Payout method data is invalid')
    : undefined;
};

const checkRouting: Check = (sent) => {
  const read = readStraightThrough(sent);
  return read?.kind === 'refused' ? read : undefined;
};

/** In the interface's order: the first refusal is the response. */
const checks: readonly Check[] = [
  checkClientFields,
  checkIds,
  checkCustomerPlaces,
  checkAmount,
  checkTexts,
  ({ metadata }) => checkMetadata(metadata),
  ({ return_url }) => checkMerchantUrls({ return_url }),
  checkStored,
  checkPayoutLink,
  checkUnserved,
  checkRouting,
];

/** Checks that need only the request, but for its destination: no stored payout. */
export const checkPayoutRequest = (sent: PayoutRequest, context: PayoutCheckContext): Refusal | undefined =>
  firstRefusal(checks, sent, context);

/** The body of a command may repeat the id of its path. */
export const checkPayoutOfPath = ({ payout_id: named }: { readonly payout_id?: string | null }, id: string) =>
  isPresent(named) && named !== id ? refuse('invalid_value', { field: 'payout_id' }) : undefined;
