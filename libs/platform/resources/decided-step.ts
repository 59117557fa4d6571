import type { Outgoing, Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { Decided, PendingReply } from '@payorch/operations';
import { type JobDefinition, jobIdOf } from '@payorch/platform/jobs';
import type { Incoming, Reply } from '@payorch/platform/kafka';
import { type RedeliveryReply, scheduled, type Step } from '@payorch/platform/shell';

/** What every stored resource has. */
export interface Versioned {
  /** 0 before the first save; every saved change raises it by one. */
  readonly version: number;
  readonly modifiedAt: Date;
}

/** The next version. `modifiedAt` rises strictly with it, whatever the clock does: merchants order webhooks by it. */
export const nextVersion = <State extends Versioned>(before: State | undefined, after: State, now: Date): State => ({
  ...after,
  version: (before?.version ?? 0) + 1,
  modifiedAt: before && before.modifiedAt >= now ? new Date(before.modifiedAt.getTime() + 1) : now,
});

/** The caller of this message; none for outcomes and jobs. */
export const pendingRepliesOf = ({ context: { replyTo } }: Incoming): readonly PendingReply[] =>
  replyTo ? [{ topic: replyTo.topic, correlationId: replyTo.correlationId }] : [];

/** What one effect does. */
export type Performed = Pick<Step<unknown>, 'messages' | 'jobs' | 'cancelledJobs' | 'replies'>;

interface AnyEffect {
  readonly kind: string;
}

/** What each kind of effect does, on the state that is saved. */
export type Performers<State, Effect extends AnyEffect> = {
  readonly [Kind in Effect['kind']]: (state: State, effect: Extract<Effect, { readonly kind: Kind }>) => Performed;
};

/** Messages, jobs and replies of effects, in their order. */
export function perform<State, Effect extends AnyEffect>(
  state: State,
  effects: readonly Effect[],
  performers: Performers<State, Effect>,
): Performed {
  const done = effects.map((effect) => {
    const performer = performers[effect.kind as Effect['kind']] as (state: State, effect: AnyEffect) => Performed;
    return performer(state, effect);
  });
  return {
    messages: done.flatMap(({ messages = [] }) => messages),
    jobs: done.flatMap(({ jobs = [] }) => jobs),
    cancelledJobs: done.flatMap(({ cancelledJobs = [] }) => cancelledJobs),
    replies: done.flatMap(({ replies = [] }) => replies),
  };
}

/** What effects do to the one job of a resource: `later` schedules or moves it, `cancel` deletes it. */
export const jobEffects = <State, Data>(job: JobDefinition<Data>, dataOf: (state: State) => Data) => ({
  later: (state: State, { delayMs }: { readonly delayMs: number }): Performed => ({
    jobs: [scheduled(job, dataOf(state), delayMs)],
  }),
  cancel: (state: State): Performed => ({ cancelledJobs: [jobIdOf(job.type, job.nameOf(dataOf(state)))] }),
});

/** The reply to every waiting caller. */
export const repliesTo = (pendingReplies: readonly PendingReply[], reply: Reply): Performed => ({
  replies: pendingReplies.map(({ topic, correlationId }) => ({ to: { topic, correlationId }, reply })),
});

/** How decisions about one kind of resource become steps. */
export interface StepParts<State, Effect extends AnyEffect> {
  readonly performers: Performers<State, Effect>;
  /** The messages of a new version: its lifecycle event. */
  readonly changed?: (before: State | undefined, after: State) => readonly Outgoing[];
}

/** The step of a decision: the new version with its messages, or the refusal. */
export function decidedStep<State extends Versioned, Effect extends AnyEffect>(
  decision: Decided<State, Effect> | Refusal,
  { before, now }: { readonly before: State | undefined; readonly now: Date },
  { performers, changed }: StepParts<State, Effect>,
): Step<State> {
  if (isRefusal(decision)) return { refusal: decision };
  if (decision.kind === 'unchanged') return before ? perform(before, decision.effects, performers) : {};
  const after = nextVersion(before, decision.state, now);
  const { messages = [], ...rest } = perform(after, decision.effects, performers);
  return { state: after, messages: [...messages, ...(changed?.(before, after) ?? [])], ...rest };
}

/** The step of a command that is answered at once: stores the resource if it changed, and replies with `view`. */
export function storedStep<State>(
  result: State | Refusal,
  { state, incoming }: { readonly state: State | undefined; readonly incoming: Incoming },
  view: (result: State) => Buffer,
): Step<State> {
  if (isRefusal(result)) return { refusal: result };
  const changed = result === state ? {} : { state: result };
  return { ...changed, ...repliesTo(pendingRepliesOf(incoming), { kind: 'response', body: view(result) }) };
}

/** The reply to a redelivered command: the present state, unless the first reply is still pending. */
export function replyToRedelivery(
  pendingReplies: readonly PendingReply[] | undefined,
  { context: { replyTo } }: Incoming,
  body: () => Buffer,
): RedeliveryReply {
  if (!pendingReplies || !replyTo) return undefined;
  const isWaiting = pendingReplies.some(({ correlationId }) => correlationId === replyTo.correlationId);
  return isWaiting ? undefined : { kind: 'response', body: body() };
}
