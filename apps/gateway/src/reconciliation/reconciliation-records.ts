import { Inject, Injectable } from '@nestjs/common';
import {
  connectorRecordsFetch,
  type DataOf,
  isRefusal,
  outgoing,
  ownRecordPage,
  paymentListRecords,
  payoutListRecords,
  recordPage,
  refundListRecords,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { OwnRecordsRequest, ProcessorRecordsRequest } from '@payorch/rest';
import { LanesOfAccounts } from '../configs';
import { OwnerClient } from '../owners';
import type { RequestTrace } from '../request';
import { ownRecordJson, processorRecordJson } from './domain/record-json';
import { periodOf, wantedRecords } from './domain/wanted-records';
import { ReconciliationAccounts } from './reconciliation-accounts';

/** Both sides of a reconciliation: what the processor lists of a connector account, and what its owner has. */
@Injectable()
export class ReconciliationRecords {
  constructor(
    @Inject(ReconciliationAccounts) private readonly accounts: Pick<ReconciliationAccounts, 'find'>,
    @Inject(LanesOfAccounts) private readonly lanes: Pick<LanesOfAccounts, 'laneOf'>,
    @Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>,
  ) {}

  async ofProcessor(sent: ProcessorRecordsRequest, trace: RequestTrace): Promise<object | Refusal> {
    const period = periodOf(sent.from, sent.till);
    if (isRefusal(period)) return period;
    const found = await this.accounts.find(sent.merchant_id, sent.merchant_connector_id);
    if (isRefusal(found)) return found;
    const { merchantId, merchantConnectorId, connectorName: connector } = found;
    const account = { merchantConnectorId, connector };
    const connectedAccount = sent.connected_account ?? undefined;
    const query = { merchantId, account, kind: sent.kind, connectedAccount, ...period, cursor: sent.cursor ?? null };
    const lane = await this.lanes.laneOf(account);
    const context = { trace, timeout: 'processorCallMs', lane } as const;
    const reply = await this.owner.query(outgoing(connectorRecordsFetch, query), context);
    if (isRefusal(reply)) return reply;
    const page = recordPage.parse(JSON.parse(reply.toString()));
    if (page.kind === 'page') return { data: page.records.map(processorRecordJson), next: page.next };
    return refuse('connector_refused', { code: page.code, message: page.message, connector });
  }

  async ofOwner(sent: OwnRecordsRequest, trace: RequestTrace): Promise<object | Refusal> {
    const wanted = wantedRecords(sent);
    if (isRefusal(wanted)) return wanted;
    const found = await this.accounts.find(sent.merchant_id, sent.merchant_connector_id);
    if (isRefusal(found)) return found;
    const about = { merchantId: found.merchantId, merchantConnectorId: found.merchantConnectorId, wanted };
    const reply = await this.owner.query(queryOf(sent.kind, about), { trace, timeout: 'noProcessorCallMs' });
    if (isRefusal(reply)) return reply;
    const { records, next } = ownRecordPage.parse(JSON.parse(reply.toString()));
    return { data: records.map(ownRecordJson), next };
  }
}

function queryOf(kind: OwnRecordsRequest['kind'], about: DataOf<typeof refundListRecords>) {
  if (kind === 'refund') return outgoing(refundListRecords, about);
  if (kind === 'payout') return outgoing(payoutListRecords, about);
  return outgoing(paymentListRecords, { ...about, kind });
}
