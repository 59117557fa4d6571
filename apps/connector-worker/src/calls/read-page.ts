import type { BoundList, Page, PageQuery } from '@payorch/connector-kit';
import { errorOf } from '@payorch/connector-kit';
import type { AccountRef } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import type { Logger } from '@payorch/platform/telemetry';
import type { ProcessorCall } from './processor-call';

export interface PageReaderOptions {
  readonly processor: Pick<ProcessorCall, 'send'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Whose list it is. `flow`: the lookup that it stands for in metrics, and whose breaker counts the call. */
export interface PageBy {
  readonly merchantId: MerchantId;
  readonly account: AccountRef;
  readonly flow: string;
  /** How long the caller still waits. */
  readonly withinMs: number;
}

/** Reads one page of a list of the processor. A list has no preliminaries, and moves nothing. */
export async function readPage<Query extends PageQuery, Item>(
  { processor, logger }: PageReaderOptions,
  list: BoundList<Query, Item>,
  query: Query,
  { merchantId, account, flow, withinMs }: PageBy,
): Promise<Page<Item>> {
  try {
    const request = list.buildRequest(query);
    const by = { account: account.merchantConnectorId, connector: account.connector, flow, withinMs };
    const called = await processor.send(request, by);
    if (called.kind === 'reply') return list.parseResponse(called.reply, query);
    const { outcome } = called;
    return { kind: 'failed', error: 'error' in outcome ? outcome.error : errorOf('NO_ANSWER', 'No answer') };
  } catch (error) {
    logger.error({ error, merchant_id: merchantId, flow }, 'a connector failed to read a list');
    return { kind: 'failed', error: errorOf('UNREADABLE_ANSWER', 'The answer of the processor could not be read') };
  }
}
