import type { DisputeFact, Page } from '@payorch/connector-kit';
import type { connectorDisputesFetch, DataOf, FetchedDisputes } from '@payorch/contracts';
import { disputeIdOf, fetchedDisputes } from '@payorch/contracts';
import { z } from 'zod';
import type { OpenedAccounts } from '../accounts/opened-accounts';
import { type PageReaderOptions, readPage } from '../calls/read-page';
import { type DisputeCharges, type FoundDispute, type MatchedDisputes, saidOf } from './dispute-charges';

export type DisputesFetchQuery = DataOf<typeof connectorDisputesFetch>;

export interface DisputesFetchOptions extends PageReaderOptions {
  readonly accounts: Pick<OpenedAccounts, 'caughtUp' | 'account'>;
  readonly charges: Pick<DisputeCharges, 'match'>;
}

/** By what the query came. */
export interface FetchedBy {
  readonly messageId: string;
  readonly accountVersion: number | undefined;
  /** How long the caller still waits. */
  readonly leftMs: number;
}

/** `reply`: in the form of JSON. */
export interface DisputesFetch extends MatchedDisputes {
  readonly reply: z.input<typeof fetchedDisputes>;
}

/** A hundred disputes a page: more than a caller waits for. */
const mostPages = 50;

type Listed =
  | { readonly kind: 'listed'; readonly disputes: readonly DisputeFact[] }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

const failed = (code: string, message: string): Listed => ({ kind: 'failed', code, message });

/** Lists the disputes of a period at the processor, and matches them with our charges. */
export class DisputesFetcher {
  constructor(private readonly options: DisputesFetchOptions) {}

  /** The unmatched ones are stored when this returns. */
  async run(query: DisputesFetchQuery, by: FetchedBy): Promise<DisputesFetch> {
    const { merchantId, account: ref } = query;
    await this.options.accounts.caughtUp(merchantId, by.accountVersion);
    const listed = await this.list(query, performance.now() + by.leftMs);
    if (listed.kind === 'failed') return { reply: listed, reports: [], waited: [] };
    const source = { merchantId, account: ref, source: 'list' } as const;
    const said = saidOf(listed.disputes, source, ({ dispute }) => `list:${by.messageId}:${dispute.reference}`);
    const { found, reports, waited } = await this.options.charges.match(said);
    const reply = { kind: 'fetched' as const, disputes: found.map(shown) };
    return { reply: z.encode(fetchedDisputes, reply satisfies FetchedDisputes), reports, waited };
  }

  private async list(query: DisputesFetchQuery, until: number): Promise<Listed> {
    const account = this.options.accounts.account(query.merchantId, query.account);
    if (!account) return failed('NO_ACCOUNT', 'The connector account is gone or its credentials do not fit');
    const { disputeList: list } = account.bound;
    if (!list) return failed('NO_LIST', 'The connector has no list of disputes');
    const disputes = new Map<string, DisputeFact>();
    let cursor: string | null = null;
    for (let pages = 0; pages < mostPages; pages++) {
      const withinMs = until - performance.now();
      if (withinMs <= 0) return failed('TIMEOUT', 'The processor did not list all disputes in time');
      const { from, till } = query;
      const by = { merchantId: query.merchantId, account: query.account, flow: 'disputeSync', withinMs };
      const page: Page<DisputeFact> = await readPage(this.options, list, { from, till, cursor }, by);
      if (page.kind === 'failed') return failed(page.error.code, page.error.message);
      for (const fact of page.items) disputes.set(fact.dispute.reference, fact);
      if (page.next === null) return { kind: 'listed', disputes: [...disputes.values()] };
      if (page.next === cursor) break;
      cursor = page.next;
    }
    return failed('TOO_MANY', 'The processor has more disputes of this period than one request fetches');
  }
}

const shown = ({ said: { merchantId, account, dispute }, charge }: FoundDispute) => ({
  ...dispute,
  disputeId: disputeIdOf(merchantId, account.merchantConnectorId, dispute.reference),
  paymentId: charge?.paymentId ?? null,
  attemptId: charge?.attemptId ?? null,
});
