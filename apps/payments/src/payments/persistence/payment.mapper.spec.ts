import { columnsOf } from '@payorch/platform/postgres';
import { aPayment } from '../../../test/builders';
import { attemptToRow, captureToRow, intentToRow } from './payment.mapper';
import { AttemptRow, CaptureRow, IntentRow } from './payment.rows';

const payment = aPayment.capturing();
const [attempt, capture] = [payment.attempts[0]!, payment.captures[0]!];

it.each([
  [IntentRow, intentToRow(payment, 3)],
  [AttemptRow, attemptToRow(payment, attempt)],
  [CaptureRow, captureToRow(payment, capture)],
])('a row of %p has a value for each column of its entity, and no other', (entity, row) =>
  expect(Object.keys(row).sort()).toEqual([...columnsOf<object>(entity).names].sort()),
);
