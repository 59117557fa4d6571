import type { Flow } from '@payorch/connector-kit';
import { amountFormats, postJson, readAnswer, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { chargeOutcome } from '../responses/status';
import { charge } from '../responses/wire';

/** Charges a card at once. A declined charge has the same shape as a paid one. */
export const authorize: Flow<'authorize', Credentials> = {
  buildRequest: ({ id, money, card }, account) =>
    postJson(
      urlOf(account.baseUrl, 'charges'),
      {
        reference: id,
        amount: amountFormats.major_text.write(money),
        currency: money.currency,
        card: card && {
          number: card.number.reveal(),
          expiry: `${card.expiryMonth}/${card.expiryYear}`,
          cvc: card.cvc?.reveal(),
        },
      },
      { ...headersOf(account), 'idempotency-key': id },
    ),
  parseResponse(operation, reply) {
    const read = readAnswer(reply, charge);
    return read.kind === 'read' ? chargeOutcome(read.value, operation) : read.outcome;
  },
};
