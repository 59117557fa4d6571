import { type Refusal, refusals } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { SealError } from '@payorch/platform/sealing';
import {
  type BodySeals,
  headerText,
  openReplyTopics,
  type RawRecord,
  sealedByOf,
  sealedValue,
  Unreadable,
} from '../messages/codec';
import type { EncodedMessage, Incoming, Reply, ReplyAddress } from '../messages/envelope';

/** A received reply with its correlation id. */
export interface ArrivedReply {
  readonly correlationId: string;
  readonly reply: Reply;
}

const placeOf = (merchantId: string, correlationId: string) => ({
  merchantId,
  objectId: correlationId,
  column: 'reply',
});

/** A message that is answered: the reply is sealed as the message was, else with the key of its merchant. */
export type Answerable = Pick<Incoming, 'context' | 'data'> & {
  /** Absent: the reply is sealed. */
  readonly message?: Pick<Incoming['message'], 'topic'>;
};

const hasOpenReply = ({ message }: Answerable): boolean => message !== undefined && openReplyTopics.has(message.topic);

function sealedResponse(body: Buffer, { correlationId }: ReplyAddress, answered: Answerable, seals: BodySeals) {
  const { sealedBy } = answered.context;
  const merchantId = sealedBy?.merchantId ?? (answered.data as { readonly merchantId: string }).merchantId;
  return sealedValue(body, placeOf(merchantId, correlationId), seals, { dataKey: sealedBy?.dataKey, isPassing: true });
}

/** The wire form of a refusal: code and details, and the same of what else is wrong. */
const plainRefusal = ({ code, details, others }: Refusal): object => ({
  code,
  details,
  ...(others && { others: others.map(plainRefusal) }),
});

const bodyOf = (reply: Reply): Buffer =>
  reply.kind === 'response' ? reply.body : Buffer.from(JSON.stringify(plainRefusal(reply)));

/**
 * The reply to a message, addressed to its reply address. Not an event: sent after the commit, and it may be lost. A
 * response is sealed, unless its topic has open replies; a refusal contains no personal data.
 */
export function encodeReply(
  replyTo: ReplyAddress,
  answered: Answerable,
  reply: Reply,
  seals: BodySeals | undefined,
): EncodedMessage {
  const { context } = answered;
  const mustBeSealed = reply.kind === 'response' && !hasOpenReply(answered);
  if (mustBeSealed && !seals) throw new InvariantError('a response cannot be sealed without keys');
  const sealed = mustBeSealed && seals && sealedResponse(reply.body, replyTo, answered, seals);
  return {
    topic: replyTo.topic,
    key: null,
    value: sealed ? sealed.value : bodyOf(reply),
    headers: {
      ...(sealed && sealed.headers),
      outcome: reply.kind,
      correlationid: context.correlationId,
      replycorrelationid: replyTo.correlationId,
      traceparent: context.traceparent,
    },
  };
}

/** Null for an unknown code. Others of unknown codes are left out: they only make a list longer. */
function readRefusal({ code, details = {}, others }: Partial<Refusal>): Refusal | null {
  if (code === undefined || !(code in refusals)) return null;
  const known = others?.flatMap((one) => readRefusal(one) ?? []) ?? [];
  return { kind: 'refused', code, details, ...(known.length > 0 && { others: known }) };
}

function refusalOf(body: Buffer): Refusal | null {
  try {
    return readRefusal(JSON.parse(body.toString()) as Partial<Refusal>);
  } catch {
    return null;
  }
}

function responseOf(value: Buffer, headers: RawRecord['headers'], id: string, seals?: BodySeals): Buffer | Unreadable {
  const sealedBy = sealedByOf(headers);
  if (!sealedBy) return value;
  const { merchantId, dataKey } = sealedBy;
  try {
    if (!seals) throw new SealError('unknown_key');
    return seals.openBody({ sealed: value, dataKey }, placeOf(merchantId, id));
  } catch (error) {
    return new Unreadable(`a reply: ${(error as Error).message}`);
  }
}

/** Decodes a reply. An unknown refusal (of a newer service) is unreadable: the caller can check the result. */
export function decodeReply(
  { headers, value }: Pick<RawRecord, 'headers' | 'value'>,
  seals?: BodySeals,
): ArrivedReply | Unreadable {
  const correlationId = headerText(headers, 'replycorrelationid');
  const outcome = headerText(headers, 'outcome');
  if (correlationId === undefined || value === null) return new Unreadable('a reply without id or body');
  if (outcome === 'response') {
    const body = responseOf(value, headers, correlationId, seals);
    return body instanceof Unreadable ? body : { correlationId, reply: { kind: 'response', body } };
  }
  const refusal = outcome === 'refused' ? refusalOf(value) : null;
  return refusal === null ? new Unreadable(`a reply with outcome ${outcome}`) : { correlationId, reply: refusal };
}
