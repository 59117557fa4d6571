import type { Outgoing, Refusal } from '@payorch/contracts';
import { outgoing, refundFilterValues, refundList, refundStatusCounts } from '@payorch/contracts';
import type { RefundAggregateQuery, RefundListRequest, TimeRange } from '@payorch/rest';
import type { ConnectorAccounts } from '../../accounts/connector-accounts';
import type { AskOwner } from '../../owners/ask-owner';
import type { Asker } from '../../owners/scope';
import { scopeOf } from '../../owners/scope';
import { checkRefundList } from '../check-refund-request';
import { offeredFilters } from './offered-filters';
import { createdWithin, toRefundFilters } from './to-refund-filters';

type Answer = Promise<Buffer | Refusal>;

/** Lists and counts of refunds, as their owner makes them. */
export class RefundLists {
  constructor(
    private readonly owner: AskOwner,
    private readonly accounts: Pick<ConnectorAccounts, 'list'>,
  ) {}

  async list(sent: RefundListRequest, asker: Asker): Answer {
    const scope = scopeOf(asker);
    const refused = checkRefundList(sent);
    if (refused) return refused;
    if ('kind' in scope) return scope;
    const known = toRefundFilters(sent);
    const filters = { ...known, profileId: scope.profileId ?? known.profileId };
    const { merchantId } = asker.merchant;
    const page = { limit: sent.limit ?? 10, offset: sent.offset ?? 0 };
    return this.ask(outgoing(refundList, { merchantId, filters, ...page }), asker);
  }

  async filterValues(sent: TimeRange, asker: Asker): Answer {
    const scope = scopeOf(asker);
    if ('kind' in scope) return scope;
    const { merchantId } = asker.merchant;
    return this.ask(outgoing(refundFilterValues, { merchantId, ...scope, ...createdWithin(sent) }), asker);
  }

  async statusCounts(query: RefundAggregateQuery, asker: Asker): Answer {
    const scope = scopeOf(asker);
    if ('kind' in scope) return scope;
    const { merchantId } = asker.merchant;
    return this.ask(outgoing(refundStatusCounts, { merchantId, ...scope, ...createdWithin(query) }), asker);
  }

  async offeredFilters(asker: Asker): Promise<object | Refusal> {
    const scope = scopeOf(asker);
    if ('kind' in scope) return scope;
    const accounts = await this.accounts.list(asker.merchant.merchantId);
    const { profileId } = scope;
    return offeredFilters(profileId === null ? accounts : accounts.filter((one) => one.profileId === profileId));
  }

  private ask(query: Outgoing, { merchant, trace }: Asker): Answer {
    const { accountVersion } = merchant.account;
    return this.owner.query(query, { trace, accountVersion, patience: 'quickMs' });
  }
}
