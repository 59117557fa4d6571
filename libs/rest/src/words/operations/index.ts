import { accounts } from './accounts';
import { customers } from './customers';
import type { OperationWords } from './operation-words';
import { operatorCalls } from './operator';
import { paymentLists } from './payment-lists';
import { paymentMethods } from './payment-methods';
import { payments } from './payments';
import { profiles } from './profiles';
import { refunds } from './refunds';

export type { OperationText, OperationWords } from './operation-words';

/** The words of every operation, by operation id. */
export const operationWords: OperationWords = {
  ...accounts,
  ...profiles,
  ...payments,
  ...paymentLists,
  ...refunds,
  ...customers,
  ...paymentMethods,
  ...operatorCalls,
};
