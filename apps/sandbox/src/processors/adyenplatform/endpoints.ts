import type { CallDetails } from '../../kit/calls/call-pipeline';
import type { ObjectEndpoint, ReadCall } from '../../kit/objects/object-endpoints';
import type { DecisionContext } from './decide-transfer';
import { createTransfer, refused } from './decide-transfer';
import type { Refusal } from './errors';
import { notFound } from './errors';
import type { AdyenRecord, Transfer } from './transfer';
import { numberOf, transferData } from './transfer';
import { readParams, searchQuery, transferBody } from './transfer-params';
import type { TransferService } from './transfer.service';

export type AdyenEndpoint = ObjectEndpoint<AdyenRecord, Refusal, DecisionContext, ReadCall, TransferService>;

const detailsOf = ({ id, body }: Transfer): Partial<CallDetails> => ({ paymentId: id, reference: body.reference });

/** The transfers of the platform's balance accounts. */
export const endpoints: readonly AdyenEndpoint[] = [
  {
    method: 'POST',
    path: 'transfers',
    kind: 'payout_fulfill',
    parse({ params }) {
      const read = readParams(transferBody, params);
      // Adyen answers the same key with the same error, so errors are decisions, too.
      if ('refusal' in read) return { decide: () => refused(read.refusal) };
      const { value: body } = read;
      const { currency, value: amount } = body.amount;
      const card = body.category === 'card' ? numberOf(body) : null;
      return {
        details: { reference: body.reference, amount, currency, card },
        decide: (context) => createTransfer(body, context),
      };
    },
  },
  {
    method: 'GET',
    path: 'transfers/:id',
    kind: 'payout_lookup',
    parse({ id, account }, { objects }) {
      const transfer = objects.find('transfer', account, id);
      return transfer
        ? { details: detailsOf(transfer), show: () => transferData(transfer) }
        : { refusal: notFound, details: { paymentId: id } };
    },
  },
  {
    method: 'GET',
    path: 'transfers',
    kind: 'payout_lookup',
    parse({ params, account }, service) {
      const read = readParams(searchQuery, params);
      if ('refusal' in read) return read;
      const { reference, balanceAccountId, createdSince, createdUntil } = read.value;
      const found = service
        .transfersOf(account, reference)
        .filter(({ body }) => body.balanceAccountId === balanceAccountId)
        .filter(({ created }) => created >= Math.floor(Date.parse(createdSince) / 1000))
        .filter(({ created }) => created * 1000 <= Date.parse(createdUntil));
      return {
        details: found[0] ? detailsOf(found[0]) : { reference },
        show: () => ({ data: found.map(transferData) }),
        hidden: () => ({ data: [] }),
      };
    },
  },
];
