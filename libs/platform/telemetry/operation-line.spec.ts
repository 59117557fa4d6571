import type { OperationLine } from './operation-line';
import { operationFields } from './operation-line';

const card = '4242424242424242';

it('a line has its fields in a fixed order, and no field without a value', () => {
  const line: OperationLine = {
    event: 'operation.settled',
    ms: 87.3456,
    connector: 'stripe',
    operation_id: 'op_1',
    payment_id: 'pay_1',
    refund_id: undefined,
    code: null,
    merchant_id: 'merchant_1',
    request_id: 'req_1',
    outcome: 'captured',
    source: 'call',
  };
  expect(JSON.stringify(operationFields(line))).toBe(
    '{"request_id":"req_1","merchant_id":"merchant_1","payment_id":"pay_1","operation_id":"op_1","connector":"stripe","source":"call","outcome":"captured","ms":87.3}',
  );
});

it('a field that the line does not define is not printed', () => {
  const line = {
    event: 'operation.settled',
    payment_id: 'pay_1',
    message: 'Jane Doe',
    email: 'jane@example.com',
    card,
  };
  expect(operationFields(line as OperationLine)).toEqual({ payment_id: 'pay_1' });
});

it.each([
  'request_id',
  'merchant_id',
  'payment_id',
  'refund_id',
  'mandate_id',
  'dispute_id',
  'attempt_id',
  'operation_id',
  'code',
] as const)('a card number in the place of %s is masked', (field) => {
  expect(operationFields({ event: 'operation.begun', [field]: card })).toEqual({ [field]: '***4242' });
  expect(operationFields({ event: 'operation.begun', [field]: `${card}_1` })).toEqual({ [field]: '***4242_1' });
});

it('a value that is no text is not printed in the place of a text', () => {
  expect(operationFields({ event: 'operation.begun', payment_id: { holder: 'Jane' } as never })).toEqual({});
});

it.each([
  ['insufficient_funds', 'insufficient_funds'],
  ['20051', '20051'],
  ['IR_06', 'IR_06'],
  ['card of Jane Doe declined', 'not_a_code'],
  ['jane@example.com', 'not_a_code'],
  ['x'.repeat(65), 'not_a_code'],
])('the code %j is printed as %j', (code, printed) => {
  expect(operationFields({ event: 'operation.settled', code })).toEqual({ code: printed });
});

it('a clock that is behind makes no negative duration', () => {
  expect(operationFields({ event: 'operation.settled', ms: -3 })).toEqual({ ms: 0 });
});
