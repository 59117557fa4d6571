import { columnsOf } from '@payorch/platform/postgres';
import { aRefund } from '../../test/builders';
import { balanceToRow, refundToRow } from './refund.mapper';
import { BalanceRow, RefundRow } from './refund.rows';

const payment = aRefund.success();

it.each([
  [BalanceRow, balanceToRow(payment, 3)],
  [RefundRow, refundToRow(payment, payment.refunds[0]!)],
])('a row of %p has a value for each column of its entity, and no other', (entity, row) =>
  expect(Object.keys(row).sort()).toEqual([...columnsOf<object>(entity).names].sort()),
);
