import { refuse } from '@payorch/contracts';
import { TxnStatus, UpdateScorePayload } from '@payorch/rest';
import { readFeedback } from './read-feedback';

const read = (given: Partial<UpdateScorePayload> = {}) =>
  readFeedback(
    Object.assign(new UpdateScorePayload(), {
      merchantId: 'acme_1',
      gateway: 'stripe_test:mca_1',
      status: 'CHARGED',
      paymentId: 'order_1',
      ...given,
    }),
  );

it('an outcome is read with its status and its gateway', () => {
  expect(read()).toEqual({ paymentId: 'order_1', gateway: 'stripe_test:mca_1', status: 'CHARGED', result: 'approved' });
});

it('a status counts only where the processor approved or declined', () => {
  const withResult = (wanted: string | null) =>
    TxnStatus.filter((status) => {
      const feedback = read({ status });
      return 'result' in feedback && feedback.result === wanted;
    });
  const captured = ['CAPTURE_INITIATED', 'CAPTURE_FAILED', 'AUTO_REFUNDED', 'PARTIAL_CHARGED'];
  expect(withResult('approved')).toEqual(['AUTHORIZED', 'CHARGED', 'VOIDED_POST_CHARGE', ...captured]);
  expect(withResult('declined')).toEqual(['AUTHORIZATION_FAILED', 'FAILURE', 'DECLINED']);
  expect(withResult(null)).toHaveLength(TxnStatus.length - 10);
});

it.each(['', 'a b', 'x'.repeat(65)])('the payment id %j is refused', (paymentId) => {
  expect(read({ paymentId })).toEqual(
    refuse('value_not_allowed', { field: 'paymentId', allowed: '1 to 64 letters, digits, - and _' }),
  );
});
