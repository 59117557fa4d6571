import { accounts } from './accounts';
import { authentications } from './authentications';
import { customers } from './customers';
import { migrations } from './migrations';
import type { OperationWords } from './operation-words';
import { operatorCalls } from './operator';
import { ops } from './ops';
import { pages } from './pages';
import { paymentLinks } from './payment-links';
import { paymentLists } from './payment-lists';
import { paymentMethods } from './payment-methods';
import { payments } from './payments';
import { profiles } from './profiles';
import { refunds } from './refunds';
import { relays } from './relays';
import { routing } from './routing';

export type { OperationText, OperationWords } from './operation-words';

/** The words of every operation, by operation id. */
export const operationWords: OperationWords = {
  ...accounts,
  ...profiles,
  ...payments,
  ...paymentLists,
  ...paymentLinks,
  ...refunds,
  ...customers,
  ...paymentMethods,
  ...migrations,
  ...relays,
  ...authentications,
  ...routing,
  ...operatorCalls,
  ...ops,
  ...pages,
};
