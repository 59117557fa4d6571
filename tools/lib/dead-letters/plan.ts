import type { DeadLetter } from './dead-letter';
import { causeGroupOf } from './dead-letter';

/** What an operator did with a dead letter, as the topic of actions has it. */
export interface Action {
  /** replaying: the message may be on its topic, because the command that sent it did not end. */
  readonly state: 'replaying' | 'replayed' | 'dropped';
  readonly by: string;
  /** ISO 8601; of a replay, when it first began. */
  readonly at: string;
  readonly reason: string | null;
  /** When the message was dead-lettered: the offsets of a topic that was made anew begin again. */
  readonly letter_at: string;
  /** What remains to be known of a message whose record is deleted. */
  readonly topic: string | null;
  readonly type: string | null;
  /** As people see it. */
  readonly key: string | null;
  readonly cause: string;
}

/** The record of an action that `by` takes now; a replay that is continued began when it first did. */
export function newAction(
  letter: DeadLetter,
  actions: Actions,
  who: Pick<Action, 'by' | 'reason'>,
  now: Date,
): NewAction {
  const { topic, type, shownKey: key, cause } = letter;
  const at = actionOn(letter, actions)?.at ?? now.toISOString();
  return { ...who, at, letter_at: letter.at.toISOString(), topic, type, key, cause };
}

export type NewAction = Omit<Action, 'state'>;

export type Actions = ReadonlyMap<string, Action>;
export type State = 'open' | Action['state'];

type Named = Pick<DeadLetter, 'offset' | 'at'>;

/** What was done with a dead letter; undefined: nothing. */
export function actionOn({ offset, at }: Named, actions: Actions): Action | undefined {
  const action = actions.get(offset);
  return action?.letter_at === at.toISOString() ? action : undefined;
}

export const stateOf = (letter: Named, actions: Actions): State => actionOn(letter, actions)?.state ?? 'open';

/** A dead letter that still needs a person. */
export const isOpen = (letter: Named, actions: Actions): boolean =>
  ['open', 'replaying'].includes(stateOf(letter, actions));

/** Which dead letters a command is about. Without any of them: all. */
export interface Selection {
  readonly offsets?: readonly string[] | undefined;
  /** A part of the cause, or of its group. */
  readonly cause?: string | undefined;
  /** The topic of origin. */
  readonly topic?: string | undefined;
  readonly key?: string | undefined;
  readonly since?: Date | undefined;
}

type Selectable = Pick<DeadLetter, 'offset' | 'at' | 'topic' | 'key' | 'shownKey' | 'cause'>;

/** A dead letter whose record is deleted, as far as its action remembers it. */
export const letterOfAction = (offset: string, { letter_at: at, topic, key, cause }: Action): Selectable => ({
  offset,
  at: new Date(at),
  topic,
  key,
  shownKey: key,
  cause,
});

/** Whether a dead letter is selected. */
export function isSelected(letter: Selectable, { offsets, cause, topic, key, since }: Selection): boolean {
  const has = (text: string): boolean => text.toLowerCase().includes((cause ?? '').toLowerCase());
  return (
    (offsets === undefined || offsets.includes(letter.offset)) &&
    (cause === undefined || has(letter.cause) || has(causeGroupOf(letter.cause))) &&
    (topic === undefined || letter.topic === topic) &&
    (key === undefined || letter.key === key || letter.shownKey === key) &&
    (since === undefined || letter.at >= since)
  );
}

/**
 * Why a selected dead letter is not replayed. expired: it is a command whose deadline is past, which no service begins. no_topic: its
 * topic of origin is unknown or is gone. behind: an older open one of its key and topic is not replayed, and goes first. uncertain: an
 * earlier replay did not end, and its effect may be older than what services remember of handled messages.
 */
export type Skipped = 'expired' | 'no_topic' | 'behind' | 'uncertain';

export interface ReplayPlan {
  /** Offsets, in the order in which the messages were dead-lettered. */
  readonly replay: readonly string[];
  readonly skipped: ReadonlyMap<string, Skipped>;
}

/** Below INBOX_RETENTION (96 h): until then a service recognizes a message that it has handled. */
export const rememberedForMs = 72 * 3_600_000;

export interface PlanContext {
  readonly now: Date;
  /** The topics of the broker. */
  readonly topics: ReadonlySet<string>;
  /** Replays uncertain ones too. */
  readonly isCertain: boolean;
}

/** What a replay of `letters`, in the order of their offsets, publishes, and what it leaves. */
export function replayPlan(
  letters: readonly DeadLetter[],
  actions: Actions,
  selection: Selection,
  { now, topics, isCertain }: PlanContext,
): ReplayPlan {
  const [replay, skipped] = [[] as string[], new Map<string, Skipped>()];
  const left = new Set<string>();
  for (const letter of letters) {
    if (!isOpen(letter, actions)) continue;
    const { offset, topic, key, deadline } = letter;
    const begun = actionOn(letter, actions);
    const place = JSON.stringify([topic, key]);
    const isExpired = deadline !== null && deadline < now;
    const isUncertain = begun !== undefined && now.getTime() - Date.parse(begun.at) > rememberedForMs;
    const why: Skipped | undefined =
      topic === null || !topics.has(topic)
        ? 'no_topic'
        : isExpired
          ? 'expired'
          : isUncertain && !isCertain
            ? 'uncertain'
            : key !== null && left.has(place)
              ? 'behind'
              : undefined;
    const isChosen = isSelected(letter, selection);
    if (isChosen && why === undefined) replay.push(offset);
    else if (isChosen) skipped.set(offset, why!);
    // An expired command would change nothing, so nothing waits for it.
    if (why !== 'expired' && !(isChosen && why === undefined)) left.add(place);
  }
  return { replay, skipped };
}

/** The offset up to which nothing needs a person any more: records before it may be deleted. Null: none is deleted. */
export function handledUpTo(letters: readonly DeadLetter[], actions: Actions): string | null {
  const open = letters.findIndex((letter) => isOpen(letter, actions));
  if (open === 0 || letters.length === 0) return null;
  return open === -1 ? String(BigInt(letters.at(-1)!.offset) + 1n) : letters[open]!.offset;
}
