import { Inject, Injectable } from '@nestjs/common';
import {
  type AccountRef,
  connectorDisputesFetch,
  fetchedDisputes,
  isRefusal,
  outgoing,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { DisputesFetchQuery } from '@payorch/rest';
import { ConnectorAccounts } from '../accounts';
import type { Sender } from '../auth';
import { LanesOfAccounts } from '../configs';
import { Limits } from '../limits';
import { OwnerClient, requestContextOf } from '../owners';
import { fetchPeriodOf } from './domain/fetch-period';
import { fetchedView } from './domain/fetched-view';

/** Has a worker list the disputes of a processor: it reports each to its owner, so one whose notice was lost is found. */
@Injectable()
export class DisputeFetches {
  constructor(
    @Inject(ConnectorAccounts) private readonly accounts: Pick<ConnectorAccounts, 'retrieve'>,
    @Inject(LanesOfAccounts) private readonly lanes: Pick<LanesOfAccounts, 'laneOf'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'disputeFetch'>,
    @Inject(OwnerClient) private readonly workers: Pick<OwnerClient, 'query'>,
  ) {}

  async fetch(merchantConnectorId: string, query: DisputesFetchQuery, sender: Sender): Promise<object[] | Refusal> {
    const period = fetchPeriodOf(query);
    if (isRefusal(period)) return period;
    const account = await this.accountOf(merchantConnectorId, sender);
    if (isRefusal(account)) return account;
    const { merchantId } = sender.merchant;
    const over = await this.limits.disputeFetch(merchantId);
    if (over) return over;
    const context = { ...requestContextOf(sender, 'processorCallMs'), lane: await this.lanes.laneOf(account) };
    const reply = await this.workers.query(
      outgoing(connectorDisputesFetch, { merchantId, account, ...period }),
      context,
    );
    if (isRefusal(reply)) return reply;
    const fetched = fetchedDisputes.parse(JSON.parse(reply.toString()));
    if (fetched.kind === 'fetched') return fetched.disputes.map(fetchedView(account));
    const { code, message } = fetched;
    return refuse('connector_refused', { code, message, connector: account.connector });
  }

  /** An account of another profile than the caller's is an unknown one. */
  private async accountOf(id: string, { merchant }: Sender): Promise<AccountRef | Refusal> {
    const { merchantId, profileId } = merchant;
    const account = await this.accounts.retrieve(merchantId, id);
    if (isRefusal(account)) return account;
    if (profileId !== null && account.profileId !== profileId)
      return refuse('connector_account_not_found', { reason: id });
    return { merchantConnectorId: account.merchantConnectorId, connector: account.connectorName };
  }
}
