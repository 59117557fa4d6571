import type { DisputeList } from '@payorch/connector-kit';
import type { Credentials } from '../../credentials';
import { pageRequest } from '../../requests/pages';
import { disputeFactOf } from '../../responses/dispute-status';
import { dispute } from '../../responses/dispute-wire';
import { readPage } from '../../responses/pages';

/** Lists the disputes of one Stripe account, the newest first. Those of direct charges are in the lists of their connected accounts. */
export const disputeList: DisputeList<Credentials> = {
  buildRequest: (query, account) => pageRequest('disputes', query, account),
  parseResponse: (reply) => readPage(reply, dispute, (one) => disputeFactOf(one, null)),
};
