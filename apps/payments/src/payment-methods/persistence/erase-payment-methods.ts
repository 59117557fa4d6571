import type { Statement } from '@payorch/platform/postgres';

/** Rows of one statement: a customer may have saved many. The next page of the redaction erases more. */
const atOnce = 500;

/** Saved payment methods with data of the customer. */
export const unerased = `status <> 'inactive' OR network_transaction_id IS NOT NULL OR processor_references <> '{}'
  OR fingerprint IS NOT NULL OR details IS NOT NULL OR client_secret IS NOT NULL OR collect_link IS NOT NULL
  OR jsonb_typeof(method->'card') = 'object' OR jsonb_typeof(method->'sealedData') = 'object'
  OR jsonb_typeof(method->'paymentMethodData') = 'object' OR method ?| ARRAY['sealed', 'walletToken', 'payoutAccount', 'networkToken']`;

/** A command of its own ends the token, so that the token service deletes it too. */
export const hasToken = "method ? 'networkToken'";

/** Until the command is handled, the name of the token remains. */
const referenceOnly = `jsonb_build_object('networkToken',
  (p.method -> 'networkToken') || '{"sealed": null, "expiryMonth": "", "expiryYear": ""}')`;

const statement = `
  UPDATE payment_methods p SET
    status = 'inactive', network_transaction_id = NULL, processor_references = '{}', modified_at = now(),
    fingerprint = NULL, details = NULL, client_secret = NULL, client_secret_expires_at = NULL, collect_link = NULL,
    version = p.version + 1,
    method = p.method - 'sealed' - 'walletToken' - 'payoutAccount' || '{"card": null, "sealedData": null, "paymentMethodData": null}'
      || CASE WHEN p.${hasToken} THEN ${referenceOnly} ELSE '{}' END
  FROM unnest($1::text[], $2::text[]) AS c (merchant_id, customer_id) CROSS JOIN LATERAL (
    SELECT payment_method_id FROM payment_methods
    WHERE merchant_id = c.merchant_id AND customer_id = c.customer_id AND (${unerased})
    ORDER BY created_at LIMIT ${atOnce}
  ) found
  WHERE p.merchant_id = c.merchant_id AND p.payment_method_id = found.payment_method_id`;

/** Merchants and customers, side by side. */
export type CustomerKeys = readonly [merchants: readonly string[], customers: readonly string[]];

/**
 * Erases saved payment methods of deleted customers. The rows stay: payments name them. None of them can be charged, and
 * no list shows them.
 */
export const erasePaymentMethods = (customers: CustomerKeys): Statement => ({
  text: statement,
  params: [...customers],
});
