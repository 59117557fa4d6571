import type { Refusal } from '@payorch/contracts';
import { checkLinkConfig } from '../../payment-links';
import { isPresent, type PaymentOperation, type PaymentRequest } from './payment-request';
import { notAllowed, wrong } from './request-check';

/** The field by which the request says how the page of a link looks; undefined: by none. */
export const linkFieldIn = (sent: PaymentRequest): string | undefined =>
  (['payment_link_config', 'payment_link_config_id'] as const).find((name) => isPresent(sent[name]));

/** The configuration of a page that the payment does not have is a mistake of the merchant's. */
export const needsLink = (field: string): string => `${field} is only for a payment with a payment link`;

/** What the request alone says about the payment's link: comes after the interface's own checks of payment links. */
export function checkLinkFields(
  sent: PaymentRequest,
  { operation }: { readonly operation: PaymentOperation },
): Refusal | undefined {
  const field = linkFieldIn(sent);
  if (operation !== 'create' && sent.payment_link) {
    return notAllowed('payment_link', 'payment_link can only be sent when a payment is created');
  }
  if (operation === 'create' && field !== undefined && !sent.payment_link) {
    return wrong(field, needsLink(field));
  }
  return checkLinkConfig(sent.payment_link_config);
}
