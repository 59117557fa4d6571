import { followUps } from './follow-ups';
import { cards } from './cards';
import { debits } from './debits';
import { redirects } from './redirects';
import { transfers } from './transfers';
import type { VectorCases } from './vector-case';
import { wallets } from './wallets';

export { differences } from './differences';
export type { VectorCase } from './vector-case';

/** Every vector that we are compared with, by `flow case`. One that is missing here is listed in `notOurs`. */
export const vectorCases: VectorCases = { ...followUps, ...cards, ...debits, ...redirects, ...transfers, ...wallets };

/** Vectors of what we do not do at all. */
export const notOurs: Readonly<Record<string, string>> = {
  'create_client_authentication_token default': 'no payment is ever made for a browser to confirm by itself',
};
