import type { Outcome } from '@payorch/contracts';
import type { Found } from '@payorch/connector-kit';
import { endPreliminary, endUnanswered } from '../../domain/decide/end-preliminary';
import { notSent } from '../../domain/outcomes';
import type { PreparedCall } from '../../calls/prepared-call';
import type { CallBy, ProcessorCall } from '../../calls/processor-call';

/** The results of all preliminaries, or the outcome of the operation if one of them failed. */
export type PreliminariesResult =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'ended'; readonly outcome: Outcome };

export interface PreliminariesOptions {
  readonly processor: Pick<ProcessorCall, 'send'>;
  readonly by: Pick<CallBy, 'account' | 'connector' | 'flow'>;
  /** The results of an earlier claim: these preliminaries are not called again. */
  readonly known: Found;
  /** By `performance.now()`: the deadline of all preliminaries together, so that the claim is still valid for the call. */
  readonly until: number;
}

const ended = (outcome: Outcome): PreliminariesResult => ({ kind: 'ended', outcome });

/**
 * Makes the calls that an operation needs first, one after the other. They neither authorize nor move money, so a failure
 * means that the operation was not sent: no outcome is unknown.
 */
export async function runPreliminaries(
  before: PreparedCall['before'],
  { processor, by, known, until }: PreliminariesOptions,
): Promise<PreliminariesResult> {
  let found: Found = {};
  for (const step of before) {
    const { name } = step;
    const earlier = known[name];
    if (earlier !== undefined) {
      // In order: a request that is built from them must have the same bytes.
      found = { ...found, [name]: earlier };
      continue;
    }
    const withinMs = until - performance.now();
    if ('run' in step) {
      found = { ...found, [name]: await step.run(withinMs) };
      continue;
    }
    if (withinMs <= 0) return ended(notSent('PREPARATION_LATE', 'another_account'));
    const request = step.request(found);
    if (!request) return ended(notSent('REQUEST_NOT_BUILT'));
    const called = await processor.send(request, { ...by, flow: `${by.flow}/${name}`, withinMs });
    if (called.kind === 'failed') return ended(endUnanswered(called.outcome));
    const answer = step.read(called.reply);
    if (answer.kind === 'failed') return ended(endPreliminary(answer, called.reply.status));
    found = { ...found, [name]: answer.value };
  }
  return { kind: 'found', found };
}
