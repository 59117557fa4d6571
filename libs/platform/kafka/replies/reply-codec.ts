import { type Refusal, refusals } from '@payorch/contracts';
import { headerText, type RawRecord, Unreadable } from '../messages/codec';
import type { EncodedMessage, MessageContext, Reply, ReplyAddress } from '../messages/envelope';

/** A received reply with its correlation id. */
export interface ArrivedReply {
  readonly correlationId: string;
  readonly reply: Reply;
}

/** The reply to a message, addressed to its reply address. Not an event: sent after the commit, and it may be lost. */
export function encodeReply(replyTo: ReplyAddress, context: MessageContext, reply: Reply): EncodedMessage {
  const isAnswer = reply.kind === 'response';
  return {
    topic: replyTo.topic,
    key: null,
    value: isAnswer ? reply.body : Buffer.from(JSON.stringify({ code: reply.code, details: reply.details })),
    headers: {
      outcome: reply.kind,
      correlationid: context.correlationId,
      replycorrelationid: replyTo.correlationId,
      traceparent: context.traceparent,
    },
  };
}

function refusalOf(body: Buffer): Refusal | null {
  try {
    const { code, details } = JSON.parse(body.toString()) as Partial<Refusal>;
    return code !== undefined && code in refusals ? { kind: 'refused', code, details: details ?? {} } : null;
  } catch {
    return null;
  }
}

/** Decodes a reply. An unknown refusal (of a newer service) is unreadable: the caller can check the result. */
export function decodeReply({ headers, value }: Pick<RawRecord, 'headers' | 'value'>): ArrivedReply | Unreadable {
  const correlationId = headerText(headers, 'replycorrelationid');
  const outcome = headerText(headers, 'outcome');
  if (correlationId === undefined || value === null) return new Unreadable('a reply without id or body');
  if (outcome === 'response') return { correlationId, reply: { kind: 'response', body: value } };
  const refusal = outcome === 'refused' ? refusalOf(value) : null;
  return refusal === null ? new Unreadable(`a reply with outcome ${outcome}`) : { correlationId, reply: refusal };
}
