import type { Outcome } from '@payorch/contracts';
import type { Found } from '@payorch/connector-kit';
import { endPreliminary, endUnanswered } from '../domain/decide/end-preliminary';
import { notSent } from '../domain/outcomes';
import type { PreparedPreliminary } from './prepared-call';
import type { CallBy, ProcessorCall } from './processor-call';

/** What all of them brought, or how the operation ends because one of them did not. */
export type Brought =
  { readonly kind: 'found'; readonly found: Found } | { readonly kind: 'ended'; readonly outcome: Outcome };

export interface PreliminariesOptions {
  readonly processor: Pick<ProcessorCall, 'send'>;
  readonly by: Pick<CallBy, 'account' | 'connector' | 'flow'>;
  /** What an earlier claim of the operation brought: it is not made again. */
  readonly known: Found;
  /** By `performance.now()`: all of them together must be over then, so that the claim is still good for the call itself. */
  readonly until: number;
}

const ended = (outcome: Outcome): Brought => ({ kind: 'ended', outcome });

/**
 * Makes the calls that go before an operation's own, one after the other. They neither move nor hold money, so whatever
 * happens to one of them the operation was not sent: no outcome of theirs is unknown.
 */
export async function bring(
  before: readonly PreparedPreliminary[],
  { processor, by, known, until }: PreliminariesOptions,
): Promise<Brought> {
  let found: Found = {};
  for (const { name, request: build, read } of before) {
    const earlier = known[name];
    if (earlier !== undefined) {
      // In their order: a request that is built of them must be the same to the byte.
      found = { ...found, [name]: earlier };
      continue;
    }
    const withinMs = until - performance.now();
    if (withinMs <= 0) return ended(notSent('PREPARATION_LATE', 'another_account'));
    const request = build(found);
    if (!request) return ended(notSent('REQUEST_NOT_BUILT'));
    const called = await processor.send(request, { ...by, flow: `${by.flow}/${name}`, withinMs });
    if (called.kind === 'failed') return ended(endUnanswered(called.outcome));
    const answer = read(called.reply);
    if (answer.kind === 'failed') return ended(endPreliminary(answer, called.reply.status));
    found = { ...found, [name]: answer.value };
  }
  return { kind: 'found', found };
}
