import type { Flow, FlowOperations } from '@payorch/connector-kit';
import { amountFormats, postJson, urlOf } from '@payorch/connector-kit';
import type { PayoutPriority } from '@payorch/contracts';
import type { Credentials } from '../credentials';
import { balanceAccountOf, headersOf } from '../requests/account';
import { counterpartyOf } from '../requests/counterparty';
import { beneficiaryReferenceOf, descriptionOf } from '../requests/texts';
import { readCall } from '../responses/answers';
import { transferOf } from '../responses/status';

/** Adyen's names of our priorities. */
const priorities: Readonly<Record<PayoutPriority, string>> = {
  instant: 'instant',
  fast: 'fast',
  regular: 'regular',
  wire: 'wire',
  cross_border: 'crossBorder',
  internal: 'internal',
};

/** What only transfers to banks have: Adyen requires their priority. */
const forBanks = ({ card, priority, payoutId }: FlowOperations['payoutFulfill']) =>
  card === null && {
    priority: priorities[priority ?? 'regular'],
    referenceForBeneficiary: beneficiaryReferenceOf(payoutId),
  };

export const payoutFulfill: Flow<'payoutFulfill', Credentials> = {
  buildRequest(operation, account) {
    const { id, money, description } = operation;
    return postJson(
      urlOf(account.baseUrl, 'btl', 'v4', 'transfers'),
      {
        amount: { currency: money.currency, value: amountFormats.minor_integer.write(money) },
        balanceAccountId: balanceAccountOf(account),
        ...counterpartyOf(operation),
        ...forBanks(operation),
        reference: id,
        description: descriptionOf(description),
      },
      { ...headersOf(account), 'idempotency-key': id },
    );
  },
  parseResponse: (operation, reply) => readCall(reply, (transfer) => transferOf(transfer, operation)),
};
