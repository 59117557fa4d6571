import type { AuthorizeOperation, Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { readCall } from '../responses/answers';
import { headersOf } from '../requests/headers';
import { paymentMethodData } from '../requests/payment-method';
import { authorizationOf } from '../responses/status';
import { answer } from '../responses/wire';

/** What a charge without the customer says of the customer's first payment. */
const earlierPaymentOf = ({ mandate }: AuthorizeOperation) =>
  mandate.kind === 'use'
    ? {
        network_transaction_id: mandate.networkTransactionId ?? undefined,
        transaction_link_id: mandate.transactionLinkId,
        eci: mandate.eci,
      }
    : {};

/** The proof of an authentication outside the processor. */
const authenticationOf = ({ authentication }: AuthorizeOperation) =>
  authentication && {
    authentication: {
      transaction_status: authentication.transactionStatus,
      cryptogram: authentication.cryptogram,
      eci: authentication.eci,
      ds_transaction_id: authentication.dsTransactionId,
      version: authentication.version,
    },
  };

export const authorize: Flow<'authorize', Credentials> = {
  buildRequest: (operation, account) => {
    const { money } = operation;
    return postJson(
      urlOf(account.baseUrl, 'payment'),
      {
        amount: amountFormats.minor_integer.write(money),
        currency: money.currency,
        payment_method_data: paymentMethodData(operation),
        ...(operation.orderReference !== undefined && { order: operation.orderReference }),
        return_url: operation.returnUrl,
        connector: account.connector,
        capture_method: operation.capture,
        reference: operation.id,
        attempt_reference: operation.attemptId,
        three_ds: operation.threeDs,
        ...(operation.multiple && { multicapture: true }),
        ...(operation.overcapture && { overcapture: true }),
        ...(operation.partial && { partial_authorization: true }),
        ...(operation.installments && { installments: operation.installments }),
        ...earlierPaymentOf(operation),
        ...authenticationOf(operation),
        webhook_url: account.webhookUrl,
      },
      headersOf(operation, account),
    );
  },
  parseResponse: (operation, reply) => readCall(reply, answer, (payment) => authorizationOf(payment, operation)),
};
