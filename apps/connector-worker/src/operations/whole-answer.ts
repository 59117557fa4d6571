import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { maskBody } from '@payorch/platform/http';

/** The maximum length; a longer answer is cut. */
const longestWhole = 16_384;

/** A processor's answer, masked like in logs. */
export const wholeOf = ({ headers, body }: Pick<HttpReply, 'headers' | 'body'>): string =>
  maskBody(headers['content-type'] ?? '', body).slice(0, longestWhole);

/** The outcome with the processor's whole answer. Kinds without that field drop it when they are published. */
export const withWhole = (outcome: Outcome, whole: string): Outcome => ({ ...outcome, whole }) as Outcome;
