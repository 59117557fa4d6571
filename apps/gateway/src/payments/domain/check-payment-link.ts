import { joinRefusals, type Refusal } from '@payorch/contracts';
import { checkLinkConfig } from '../../payment-links';
import { isPresent, type PaymentOperation, type PaymentRequest } from './payment-request';
import { notAllowed, wrong } from './request-check';

/** The fields by which the request says how the page of a link looks. */
const linkFieldsIn = (sent: PaymentRequest): readonly string[] =>
  (['payment_link_config', 'payment_link_config_id'] as const).filter((name) => isPresent(sent[name]));

/** The first of these fields; undefined: the request has none. */
export const linkFieldIn = (sent: PaymentRequest): string | undefined => linkFieldsIn(sent)[0];

/** The configuration of a page that the payment does not have is a mistake of the merchant's. */
export const needsLink = (field: string): string => `${field} is only for a payment with a payment link`;

/** What the request alone says about the payment's link: comes after the interface's own checks of payment links. */
export function checkLinkFields(
  sent: PaymentRequest,
  { operation }: { readonly operation: PaymentOperation },
): Refusal | undefined {
  const isNew = operation === 'create';
  return joinRefusals([
    !isNew && sent.payment_link
      ? notAllowed('payment_link', 'payment_link can only be sent when a payment is created')
      : undefined,
    ...(isNew && !sent.payment_link ? linkFieldsIn(sent).map((field) => wrong(field, needsLink(field))) : []),
    checkLinkConfig(sent.payment_link_config),
  ]);
}
