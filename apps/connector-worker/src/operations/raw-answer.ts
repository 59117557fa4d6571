import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { maskBody } from '@payorch/platform/http';

/** The maximum length; a longer answer is cut. */
const longestRaw = 16_384;

/** A processor's answer, masked like in logs. */
export const rawOf = ({ headers, body }: Pick<HttpReply, 'headers' | 'body'>): string =>
  maskBody(headers['content-type'] ?? '', body).slice(0, longestRaw);

/** The outcome with the processor's raw answer. Kinds without that field drop it when they are published. */
export const withRaw = (outcome: Outcome, raw: string): Outcome => ({ ...outcome, whole: raw }) as Outcome;
