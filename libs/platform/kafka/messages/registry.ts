import { allMessages, type MessageDefinition, nameOf } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';

/** The messages that a consumer can read, by name. */
export type MessageRegistry = ReadonlyMap<string, MessageDefinition>;

/** Indexes definitions by `nameOf`, their name on a topic. */
export function messageRegistry(definitions: readonly MessageDefinition[]): MessageRegistry {
  return new Map(definitions.map((definition) => [nameOf(definition), definition]));
}

const familyPattern = (topic: string): RegExp =>
  new RegExp(`^${topic.replaceAll('.', '\\.').replaceAll(/<[^>]+>/g, '[^.]+')}$`);

/** `connector.commands.shared` belongs to the family `connector.commands.<lane>`, and so does the family itself. */
const isOfFamily = (topic: string, family: string): boolean => topic === family || familyPattern(family).test(topic);

/** Whether one of the topics, or topic families, carries the message. */
export const isOnOneOf = (topics: readonly string[], { topic: family }: Pick<MessageDefinition, 'topic'>): boolean =>
  topics.some((topic) => isOfFamily(topic, family));

/**
 * Refuses to start if a message has no handler, has two handlers, or cannot arrive. `consumes`: topics or their
 * families; `handlers`: one definition for each handler.
 */
export function assertHandledOnce(
  consumes: readonly string[],
  handlers: readonly MessageDefinition[],
  declared: readonly MessageDefinition[] = allMessages,
): void {
  const isConsumed = (message: MessageDefinition) => isOnOneOf(consumes, message);
  const count = new Map<string, number>();
  for (const handler of handlers) count.set(nameOf(handler), (count.get(nameOf(handler)) ?? 0) + 1);
  const problems = [
    ...declared.filter((m) => isConsumed(m) && !count.has(nameOf(m))).map((m) => `${nameOf(m)} is not handled`),
    ...[...count].filter(([, times]) => times > 1).map(([name]) => `${name} is handled twice`),
    ...handlers.filter((m) => !isConsumed(m)).map((m) => `${nameOf(m)} is handled, ${m.topic} is not consumed`),
  ];
  if (problems.length > 0) throw new InvariantError(`messages and handlers do not match: ${problems.join('; ')}`);
}
