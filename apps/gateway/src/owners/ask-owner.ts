import type { Outgoing, Refusal, RefusalCode } from '@payorch/contracts';
import { refuse } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import type { RequestOptions, Reply, Requester, NoReply } from '@payorch/platform/kafka';
import type { RequestTrace } from '../request-trace';

export interface Waits {
  /** For commands that call a processor. */
  readonly slowMs: number;
  readonly quickMs: number;
}

export interface Question {
  readonly trace: RequestTrace;
  readonly accountVersion?: number;
  readonly patience: keyof Waits;
  /** The profile that the request is limited to. */
  readonly onlyProfile?: string | null;
}

/** How to learn what became of a command that nobody answered, and what to say if nobody answers that either. */
export interface Lookup {
  readonly behind: Outgoing;
  readonly unanswered: Refusal;
}

const isRefused = (reply: Reply | NoReply, code: RefusalCode): boolean =>
  reply.kind === 'refused' && reply.code === code;

type Named = Pick<RequestOptions, 'messageId' | 'behind'>;

/** Each is preceded by the owner's own wait for the newer settings. */
const mostRepeats = 8;
/** Said of a command that has not begun. It may come to its owner again and begin then: only the question behind it tells. */
const notBegunYet: ReadonlySet<string> = new Set<RefusalCode>(['not_begun_in_time', 'settings_behind']);
/** Said behind a command: it would be there if it had run, and past its deadline it no longer can. */
const neverBegun: ReadonlySet<string> = new Set<RefusalCode>(['payment_not_found', 'refund_not_found']);

/** Asks the owner of an object over the broker; its answer is the wire's own bytes. */
export class AskOwner {
  private readonly open = new Set<() => void>();

  constructor(
    private readonly requester: Pick<Requester, 'request'>,
    private readonly waits: Waits,
  ) {}

  /** A question may be lost: then it is asked by nobody again, and the caller is told to come back. */
  async query(outgoing: Outgoing, question: Question): Promise<Buffer | Refusal> {
    const reply = await this.ask(outgoing, question);
    if (reply.kind === 'no_reply') return refuse('unanswered');
    return reply.kind === 'answer' ? reply.body : reply;
  }

  /**
   * A command that nobody answered in time either took effect, was refused, is still under way, or can no longer begin. So
   * its object is asked for by a command that comes behind it and names it: the state is the answer only where it was
   * handled, and its refusal where that was its end; else nothing was done. What committed is answered 503 only where its
   * owner answers neither: with its id, to be asked for later.
   */
  async command(outgoing: Outgoing, question: Question, { behind, unanswered }: Lookup): Promise<Buffer | Refusal> {
    const messageId = question.trace.claim?.messageIdFor(outgoing.message.type) ?? newId('msg');
    const reply = await this.ask(outgoing, question, { messageId });
    if (reply.kind === 'answer') return reply.body;
    if (reply.kind === 'refused' && !notBegunYet.has(reply.code)) return reply;
    // Without the version of the settings: an owner that is behind them knows all the same what it has handled.
    const { accountVersion: _, ...lookup } = question;
    const found = await this.ask(behind, { ...lookup, patience: 'quickMs' }, { behind: messageId });
    if (found.kind === 'no_reply') return unanswered;
    if (found.kind === 'answer') return found.body;
    return neverBegun.has(found.code) ? refuse('not_begun_in_time') : found;
  }

  /** This process is about to end: nobody is waited for any more, and commands are answered with what became of them so far. */
  hurry(): void {
    for (const giveUp of this.open) giveUp();
  }

  /** An owner whose copy of the settings is older than ours has begun nothing: it is asked again until it has caught up. */
  private async ask(outgoing: Outgoing, question: Question, named: Named = {}): Promise<Reply | NoReply> {
    for (let again = 0; ; again++) {
      const reply = await this.askOnce(outgoing, question, named);
      if (!isRefused(reply, 'settings_behind') || again === mostRepeats) {
        // There was room for it before: it was sent then.
        return again > 0 && isRefused(reply, 'overloaded') ? refuse('settings_behind') : reply;
      }
    }
  }

  private askOnce(
    outgoing: Outgoing,
    { trace: { correlationId, traceparent }, accountVersion, patience, onlyProfile }: Question,
    named: Named,
  ): Promise<Reply | NoReply> {
    const options = {
      correlationId,
      traceparent,
      deadlineMs: this.waits[patience],
      ...named,
      ...(accountVersion !== undefined && { accountVersion }),
      ...(onlyProfile && { onlyProfile }),
    };
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve({ kind: 'no_reply' });
      this.open.add(giveUp);
      void this.requester
        .request(outgoing, options)
        .then(resolve, reject)
        .finally(() => this.open.delete(giveUp));
    });
  }
}
