import type { AccountRef, StraightThrough } from '@payorch/contracts';
import { choicesIn, readAlgorithm } from './algorithm';
import { isProblems } from '../program/report';
import type { Choice } from './selection';

/** What a request names of its own, in the order in which it is tried; of an algorithm, every account in it. An unreadable one names none. */
export function choicesOfRequest(requested: StraightThrough): readonly Choice[] {
  switch (requested.kind) {
    case 'connectors':
      return requested.connectors.map((connector) => ({ connector, merchantConnectorId: null }));
    case 'accounts':
      return requested.accounts;
    case 'algorithm': {
      const algorithm = readAlgorithm({ type: requested.algorithm, data: requested.data });
      return isProblems(algorithm) ? [] : choicesIn(algorithm).map(({ choice }) => choice);
    }
  }
}

/** Whether a request names the account, or all accounts of its connector. */
export const isRequested = (requested: StraightThrough, account: AccountRef): boolean =>
  choicesOfRequest(requested).some(
    ({ connector, merchantConnectorId: id }) =>
      connector === account.connector && (id === null || id === account.merchantConnectorId),
  );
