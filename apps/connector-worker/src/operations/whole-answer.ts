import type { Outcome } from '@payorch/contracts';
import type { HttpReply } from '@payorch/connector-kit';
import { maskBody } from '@payorch/platform/http';

/** An answer longer than this is shown cut. */
const longestWhole = 16_384;

/** A processor's answer as it came, but for what no log may hold either. */
export const wholeOf = ({ headers, body }: Pick<HttpReply, 'headers' | 'body'>): string =>
  maskBody(headers['content-type'] ?? '', body).slice(0, longestWhole);

/** The outcome with the processor's answer along; kinds that have no place for it leave it out when they are published. */
export const withWhole = (outcome: Outcome, whole: string): Outcome => ({ ...outcome, whole }) as Outcome;
