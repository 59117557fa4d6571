import type { MessageKey } from '../messages/message-key';

/** What is wrong with a field: a message and the values that it shows. */
export interface Problem {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, string>>;
}

export type Messages = Readonly<Record<MessageKey, string>>;

/** The message with `{name}` replaced by its values. */
export const say = (messages: Messages, key: MessageKey, values: Readonly<Record<string, string>> = {}): string =>
  messages[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
