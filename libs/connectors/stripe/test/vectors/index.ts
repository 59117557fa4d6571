import { followUps } from './follow-ups';
import { cards } from './cards';
import { debits } from './debits';
import { redirects } from './redirects';
import { transfers } from './transfers';
import type { VectorCases } from './vector-case';
import { wallets } from './wallets';

export { differences } from './differences';
export type { VectorCase } from './vector-case';

/** Every compared vector, by `flow case`. A vector that is missing here is listed in `notOurs`. */
export const vectorCases: VectorCases = { ...followUps, ...cards, ...debits, ...redirects, ...transfers, ...wallets };

/** Vectors of unsupported features, with the reason. */
export const notOurs: Readonly<Record<string, string>> = {
  'create_client_authentication_token default': 'no payment is created for a browser to confirm directly',
};
