import type { Outgoing, Refusal, RefusalCode } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import type { RequestOptions, Reply, Requester, NoReply } from '@payorch/platform/kafka';
import type { RequestTrace } from '../request-trace';

export interface ReplyTimeouts {
  /** For commands that call a processor. */
  readonly processorCallMs: number;
  readonly noProcessorCallMs: number;
}

export interface RequestContext {
  readonly trace: RequestTrace;
  readonly accountVersion?: number;
  readonly timeout: keyof ReplyTimeouts;
  /** The profile that the request is limited to. */
  readonly onlyProfile?: string | null;
}

/** How to learn what became of a command that nobody answered, and what to say if nobody answers that either. */
export interface OutcomeLookup {
  readonly query: Outgoing;
  readonly ifNoReply: Refusal;
}

const isRefused = (reply: Reply | NoReply, code: RefusalCode): boolean =>
  reply.kind === 'refused' && reply.code === code;

type MessageIds = Pick<RequestOptions, 'messageId' | 'behind'>;

/** Each is preceded by the owner's own wait for the newer settings. */
const maxSettingsRetries = 8;
/** Said of a command that has not begun. It may come to its owner again and begin then: only the question behind it tells. */
const notBegun: ReadonlySet<string> = new Set<RefusalCode>(['not_begun_in_time', 'settings_behind']);
/** Said behind a command: it would be there if it had run, and past its deadline it no longer can. */
const neverBegun: ReadonlySet<string> = new Set<RefusalCode>(['payment_not_found', 'refund_not_found']);

/** Asks the owner of an object over the broker; its answer is the wire's own bytes. */
export class OwnerClient {
  private readonly pending = new Set<() => void>();

  constructor(
    private readonly requester: Pick<Requester, 'request'>,
    private readonly timeouts: ReplyTimeouts,
  ) {}

  /** A question may be lost: then it is asked by nobody again, and the caller is told to come back. */
  async query(outgoing: Outgoing, context: RequestContext): Promise<Buffer | Refusal> {
    const reply = await this.request(outgoing, context);
    if (reply.kind === 'no_reply') return refuse('unanswered');
    return reply.kind === 'answer' ? reply.body : reply;
  }

  /**
   * A command that nobody answered in time either took effect, was refused, is still under way, or can no longer begin. So
   * its object is asked for by a command that comes behind it and names it: the state is the answer only where it was
   * handled, and its refusal where that was its end; else nothing was done. What committed is answered 503 only where its
   * owner answers neither: with its id, to be asked for later.
   */
  async command(
    outgoing: Outgoing,
    context: RequestContext,
    { query, ifNoReply }: OutcomeLookup,
  ): Promise<Buffer | Refusal> {
    const messageId = context.trace.claim?.messageIdFor(outgoing.message.type) ?? newId('msg');
    const reply = await this.request(outgoing, context, { messageId });
    if (reply.kind === 'answer') return reply.body;
    if (reply.kind === 'refused' && !notBegun.has(reply.code)) return reply;
    // Without the version of the settings: an owner that is behind them knows all the same what it has handled.
    const { accountVersion: _, ...lookup } = context;
    const outcome = await this.request(query, { ...lookup, timeout: 'noProcessorCallMs' }, { behind: messageId });
    if (outcome.kind === 'no_reply') return ifNoReply;
    if (outcome.kind === 'answer') return outcome.body;
    return neverBegun.has(outcome.code) ? refuse('not_begun_in_time') : outcome;
  }

  /** This process is about to end: nobody is waited for any more, and commands are answered with what became of them so far. */
  stopWaiting(): void {
    for (const abandon of this.pending) abandon();
  }

  /** An owner whose copy of the settings is older than ours has begun nothing: it is asked again until it has caught up. */
  private async request(outgoing: Outgoing, context: RequestContext, ids: MessageIds = {}): Promise<Reply | NoReply> {
    for (let retries = 0; ; retries++) {
      const reply = await this.requestOnce(outgoing, context, ids);
      if (!isRefused(reply, 'settings_behind') || retries === maxSettingsRetries) {
        // There was room for it before: it was sent then.
        return retries > 0 && isRefused(reply, 'overloaded') ? refuse('settings_behind') : reply;
      }
    }
  }

  private requestOnce(
    outgoing: Outgoing,
    { trace: { correlationId, traceparent }, accountVersion, timeout, onlyProfile }: RequestContext,
    ids: MessageIds,
  ): Promise<Reply | NoReply> {
    const options = {
      correlationId,
      traceparent,
      deadlineMs: this.timeouts[timeout],
      ...ids,
      ...(accountVersion !== undefined && { accountVersion }),
      ...(onlyProfile && { onlyProfile }),
    };
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve({ kind: 'no_reply' });
      this.pending.add(giveUp);
      void this.requester
        .request(outgoing, options)
        .then(resolve, reject)
        .finally(() => this.pending.delete(giveUp));
    });
  }
}
