import { payoutMethodTypes } from '@payorch/checkout-page';
import { joinRefusals, payoutType, refuse, type Refusal } from '@payorch/contracts';
import { payoutMethodNames, payoutPaymentMethod } from '@payorch/routing-rules';
import { checkChosenIds, customerIdIn } from '../../fields';
import { checkEnabledMethods, checkLook, type PageMethods } from '../../payment-links';
import { isPresent, type PayoutOperation, type PayoutRequest } from './payout-request';
import { customerDetailsIn, hasNoDetails } from './to-payout-fields';

/** What the page has a form for, by the names of the interface. */
const pageMethods: PageMethods = new Map(
  payoutType.options.map((type) => [
    payoutPaymentMethod(type),
    payoutMethodTypes[type].flatMap((methodType) => payoutMethodNames(type, methodType)),
  ]),
);

const notAllowed = (path: string, message: string): Refusal => refuse('invalid_request', { message, path });

/** Fields that say something of a page: without one the merchant would wait for what never comes. */
const ofLinks = ['payout_link_config', 'session_expiry'] as const;

const withoutLink = (sent: PayoutRequest): Refusal | undefined =>
  joinRefusals(
    ofLinks
      .filter((name) => isPresent(sent[name]))
      .map((name) => notAllowed(name, `${name} is only for a payout with a payout link`)),
  );

const config = 'payout_link_config';

function checkConfig({ payout_link_config: sent }: PayoutRequest): Refusal | undefined {
  if (!sent) return undefined;
  const { payout_link_id: id, enabled_payment_methods: enabled } = sent;
  return joinRefusals([
    checkChosenIds({ [`${config}.payout_link_id`]: id }),
    checkLook(sent, config),
    enabled ? checkEnabledMethods(enabled, `${config}.enabled_payment_methods`, pageMethods) : undefined,
  ]);
}

/** What the request alone says about the page of the payout. */
export function checkPayoutLink(
  sent: PayoutRequest,
  { operation }: { readonly operation: PayoutOperation },
): Refusal | undefined {
  if (!sent.payout_link) return withoutLink(sent);
  if (operation !== 'create') return notAllowed('payout_link', 'payout_link can only be sent when a payout is created');
  if (sent.confirm) return notAllowed('confirm', 'cannot confirm a payout while creating a payout link');
  // The page is for a recipient whom the merchant knows.
  if (customerIdIn(sent) === undefined && hasNoDetails(customerDetailsIn(sent)))
    return refuse('missing_param', { field: 'customer or customer_id when payout_link is true' });
  return checkConfig(sent);
}
