import type { MessageDefinition, Outgoing, Refusal } from '@payorch/contracts';

/** What travels in the headers of every message: CloudEvents attributes, trace context, and how to answer. */
export interface MessageContext {
  /** Global and stable: a redelivered message carries the id of the first delivery. */
  readonly messageId: string;
  /** Ties everything that one request set off. */
  readonly correlationId: string;
  /** W3C trace context: `00-<trace>-<span>-<flags>`. */
  readonly traceparent: string;
  readonly occurredAt: Date;
  /** Where the answer is awaited, and under which id; absent where nobody waits. */
  readonly replyTo?: ReplyAddress;
  /** A command that has not begun by then is dropped and answered so. */
  readonly deadline?: Date;
  /** The merchant's settings that the sender knew: older copies wait before they begin. */
  readonly accountVersion?: number;
  /** The id of a command whose fate this one asks for, sent behind it under its key: answered only where that one was handled. */
  readonly behind?: string;
  /** Objects of this profile alone exist for whoever asks. */
  readonly onlyProfile?: string;
}

export interface ReplyAddress {
  readonly topic: string;
  readonly correlationId: string;
}

/** A message that arrived and was parsed. */
export interface Incoming<Data = unknown> {
  readonly message: MessageDefinition<Data>;
  readonly data: Data;
  readonly key: string | null;
  readonly context: MessageContext;
  readonly origin: { readonly topic: string; readonly partition: number; readonly offset: string };
}

/** A message as bytes, ready to be produced now or stored in the outbox and produced later. */
export interface EncodedMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to a command or a query. `body` is the owner's rendered wire JSON: the gateway passes the bytes through. */
export type Reply = { readonly kind: 'answer'; readonly body: Buffer } | Refusal;

/** A message with the context that it is to be sent under. */
export interface Envelope extends Outgoing {
  readonly context: MessageContext;
}
