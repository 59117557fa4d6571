import { flowOfKind } from '@payorch/connector-kit';
import {
  type connectorRecordsFetch,
  type DataOf,
  recordPage,
  type RecordKind,
  type RecordPage,
} from '@payorch/contracts';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import { type PageReaderOptions, readPage } from '../calls/read-page';

type RecordsFetchQuery = DataOf<typeof connectorRecordsFetch>;

export interface RecordsFetchOptions extends PageReaderOptions {
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
}

const failed = (code: string, message: string): RecordPage => ({ kind: 'failed', code, message });

/** The lookup of each kind: a list is read by the same share of the account as its objects. */
const lookups: Readonly<Record<RecordKind, string>> = {
  payment: 'sync',
  refund: 'refundSync',
  dispute: 'disputeSync',
  payout: 'payoutSync',
};

/** Reads pages of what processors list. It stores nothing: the caller compares what they show. */
export class RecordsFetcher {
  constructor(private readonly options: RecordsFetchOptions) {}

  /** `leftMs`: how long the caller still waits. */
  async run(query: RecordsFetchQuery, leftMs: number, accountVersion: number | undefined): Promise<RecordPage> {
    const until = performance.now() + leftMs;
    const { merchantId, account: ref, kind, connectedAccount, from, till, cursor } = query;
    const { accounts, logger } = this.options;
    await accounts.caughtUp(merchantId, accountVersion);
    const account = accounts.account(merchantId, ref);
    if (!account) return failed('NO_ACCOUNT', 'The connector account is gone or its credentials do not fit');
    const { bound } = account;
    if (!bound.flow(flowOfKind[kind])) return { kind: 'page', records: [], next: null };
    if (!bound.recordList) return failed('NO_LIST', 'The connector does not list what its processor has');
    const withinMs = until - performance.now();
    if (withinMs <= 0) return failed('TIMEOUT', 'The processor was not called: the time of the caller is over');
    const by = { merchantId, account: ref, flow: lookups[kind], withinMs };
    const page = await readPage(this.options, bound.recordList, { kind, connectedAccount, from, till, cursor }, by);
    if (page.kind === 'failed') return failed(page.error.code, page.error.message);
    const reply = recordPage.safeParse({ kind: 'page', records: page.items, next: page.next });
    if (reply.success) return reply.data;
    logger.error({ error: reply.error, merchant_id: merchantId, kind }, 'a connector read a record that is none');
    return failed('UNREADABLE_ANSWER', 'The answer of the processor could not be read');
  }
}
