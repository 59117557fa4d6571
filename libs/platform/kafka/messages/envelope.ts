import type { MessageDefinition, Outgoing, Refusal } from '@payorch/contracts';

/** The headers of every message: CloudEvents attributes, trace context and reply address. */
export interface MessageContext {
  /** Globally unique and stable: a redelivered message has the id of its first delivery. */
  readonly messageId: string;
  /** Correlates all messages that one request caused. */
  readonly correlationId: string;
  /** W3C trace context: `00-<trace>-<span>-<flags>`. */
  readonly traceparent: string;
  readonly occurredAt: Date;
  /** The reply address; absent if no caller waits for a reply. */
  readonly replyTo?: ReplyAddress;
  /** A command that has not begun by then is dropped; the reply is `not_begun_in_time`. */
  readonly deadline?: Date;
  /**
   * The version of the merchant's settings that the sender knew: a consumer with an older copy waits before it begins.
   */
  readonly accountVersion?: number;
  /**
   * The id of an earlier command whose result this message checks, sent after that command under the same key: answered
   * only if that command was handled.
   */
  readonly checkOf?: string;
  /** The caller may access objects of this profile only. */
  readonly onlyProfile?: string;
  /** Of a received message that was sealed: its merchant and the wrapped key, with which the reply is sealed too. */
  readonly sealedBy?: { readonly merchantId: string; readonly dataKey: string };
}

export interface ReplyAddress {
  readonly topic: string;
  readonly correlationId: string;
}

/** A received and parsed message. */
export interface Incoming<Data = unknown> {
  readonly message: MessageDefinition<Data>;
  readonly data: Data;
  readonly key: string | null;
  readonly context: MessageContext;
  readonly origin: { readonly topic: string; readonly partition: number; readonly offset: string };
}

/** An encoded message, to be produced now or stored in the outbox and produced later. */
export interface EncodedMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The reply to a command or a query. `body` is the JSON rendered by the owner: the gateway returns the bytes unchanged.
 */
export type Reply = { readonly kind: 'response'; readonly body: Buffer } | Refusal;

/** A message with its metadata. */
export interface Envelope extends Outgoing {
  readonly context: MessageContext;
  /** Of a message that travels in lanes; absent: the shared one. */
  readonly lane?: string | undefined;
}
