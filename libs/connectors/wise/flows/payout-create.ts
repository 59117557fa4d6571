import { type Flow, otherOperation, postJson, urlOf } from '@payorch/connector-kit';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { transactionIdOf } from '../requests/transaction-id';
import { transferOf } from '../requests/transfer';
import { readReply } from '../responses/answers';
import { transferOutcome } from '../responses/status';
import { transferAnswer } from '../responses/wire';
import { quote } from './quote';

/** Creates the transfer. It moves no money before it is funded. */
export const payoutCreate: Flow<'payoutCreate', Credentials> = {
  before: [quote],
  buildRequest: (operation, account, found) =>
    postJson(urlOf(account.baseUrl, 'v1', 'transfers'), transferOf(operation, found['quote']), headersOf(account)),
  parseResponse: (operation, reply) =>
    readReply(reply, { schema: transferAnswer, reference: null }, (made) =>
      made.customerTransactionId && made.customerTransactionId !== transactionIdOf(operation)
        ? otherOperation(made.id)
        : transferOutcome(made, { ...operation, flow: 'payout_create', reference: null }),
    ),
};
