import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { readAnswer, unknown } from '@payorch/connector-kit';
import { declinedBy } from './declines';
import type { WirePayment } from './wire';
import { answer } from './wire';

/** Statuses that refuse the call for reasons of the moment: they do not say that nothing was done. */
const undecided = [408, 409, 425, 429];

/** Reads an answer to a call that moves money: a payment, a refusal, or nothing that we could rely on. */
export function readCall(reply: HttpReply, accepted: (payment: WirePayment) => Outcome): Outcome {
  const read = readAnswer(reply, answer);
  if (read.kind === 'unreadable') return read.outcome;
  const { value } = read;
  if ('id' in value && reply.status === 200) return accepted(value);
  const refused = !('id' in value) && reply.status >= 400 && !undecided.includes(reply.status);
  return refused ? declinedBy(value) : unknown('UNEXPECTED_STATUS', `The processor answered with HTTP ${reply.status}`);
}
