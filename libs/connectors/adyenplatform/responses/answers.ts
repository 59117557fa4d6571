import type { HttpReply } from '@payorch/connector-kit';
import { readAnswer, unexpectedReply } from '@payorch/connector-kit';
import type { Outcome } from '@payorch/contracts';
import { z } from 'zod';
import { errorOf } from '../errors';
import type { WireRefusal, WireTransfer } from './wire';
import { refusal, transfer } from './wire';

/** 202: the transfer waits for something. */
const accepted: ReadonlySet<number> = new Set([200, 202]);

/** Statuses of calls that are refused before anything is executed: a wrong key, a missing role, too many calls. */
const turnedAway: ReadonlySet<number> = new Set([401, 403, 429]);

/** Statuses of calls that Adyen read and does not execute. */
const refused: ReadonlySet<number> = new Set([400, 422]);

/** The code of a call under a key whose first call is still running. */
const alreadyRunning = '704';

/** Whether the refusal is no answer to the transfer itself: Adyen marks what the same key may be sent again for. */
const isTransient = ({ headers }: HttpReply, { errorCode }: WireRefusal): boolean =>
  headers['transient-error']?.toLowerCase() === 'true' || errorCode === alreadyRunning;

function refusalOf(reply: HttpReply, value: WireRefusal): Outcome {
  const error = errorOf(value);
  if (turnedAway.has(reply.status)) return { kind: 'not_sent', error, retry: 'another_account' };
  return refused.has(reply.status) && !isTransient(reply, value)
    ? { kind: 'declined', reference: null, error, retry: 'never' }
    : { kind: 'unknown', reference: null, error };
}

/** Reads the answer to a transfer's creation. */
export function readCall(reply: HttpReply, made: (value: WireTransfer) => Outcome): Outcome {
  const read = readAnswer(reply, z.union([transfer, refusal]));
  if (read.kind === 'unreadable') return read.outcome;
  if ('errorCode' in read.value) return refusalOf(reply, read.value);
  return accepted.has(reply.status) ? made(read.value) : unexpectedReply(reply);
}
