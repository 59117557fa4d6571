import type { Account, FlowOperations, Preliminary, PreliminaryAnswer } from '@payorch/connector-kit';
import { amountFormats, errorOf, postJson, readAnswer, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { refusedBy } from '../errors';
import { headersOf } from '../requests/headers';
import { isRefused } from '../responses/answers';
import { isRefusal, quoteAnswer } from '../responses/wire';

/** The balance that pays: the one of the payout's currency, unless the account's metadata names another. */
function sourceCurrency({ money }: FlowOperations['payoutCreate'], { metadata }: Account<Credentials>): string {
  const named = metadata?.['source_currency'];
  return typeof named === 'string' && named !== '' ? named : money.currency;
}

const failed = (code: string, message: string): PreliminaryAnswer => ({
  kind: 'failed',
  error: errorOf(code, message),
  retry: 'never',
});

/** The price of a transfer, which fixes the amount that the recipient gets. */
export const quote: Preliminary<'payoutCreate', Credentials> = {
  name: 'quote',
  isNeeded: () => true,
  buildRequest: (operation, account) =>
    postJson(
      urlOf(account.baseUrl, 'v3', 'profiles', account.credentials.key1, 'quotes'),
      {
        sourceCurrency: sourceCurrency(operation, account),
        targetCurrency: operation.money.currency,
        targetAmount: amountFormats.major_number.write(operation.money),
        payOut: 'BANK_TRANSFER',
      },
      headersOf(account),
    ),
  parseResponse: (_, reply) => {
    const read = readAnswer(reply, quoteAnswer);
    if (read.kind === 'unreadable') return failed('UNREADABLE_ANSWER', 'The quote could not be read');
    const { value } = read;
    if (!isRefusal(value) && reply.status < 300) return { kind: 'found', value: value.id };
    return isRefusal(value) && isRefused(reply)
      ? { kind: 'failed', ...refusedBy(value) }
      : failed('UNEXPECTED_STATUS', `The processor answered the quote with HTTP ${reply.status}`);
  },
};
