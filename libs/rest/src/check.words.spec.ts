import { checkDto } from './check';
import { PaymentsCreateRequest } from './generated';

describe('a plain string instead of an object', () => {
  const dataOf = (data: unknown) => checkDto(PaymentsCreateRequest, { payment_method_data: data });

  it('a plain string names a kind without data', () =>
    expect(dataOf('reward')).toMatchObject({ kind: 'valid', value: { payment_method_data: { reward: 'reward' } } }));

  it.each(['rewards', 'card', ''])('the plain string "%s" is refused', (kind) =>
    expect(dataOf(kind)).toMatchObject({
      kind: 'invalid',
      violations: [{ message: `invalid type: string "${kind}", expected struct PaymentMethodDataRequest` }],
    }),
  );

  it('a plain string stays one where it is the only content', () => {
    expect(dataOf({ voucher: 'oxxo' })).toMatchObject({
      kind: 'valid',
      value: { payment_method_data: { voucher: 'oxxo' } },
    });
    expect(dataOf({ voucher: { boleto: { bank_number: '1' } } }).kind).toBe('valid');
  });

  it.each([
    ['oxxxo', ['payment_method_data', 'voucher']],
    [{ oxxo: {} }, ['payment_method_data', 'voucher', 'oxxo']],
  ])('the voucher %j is refused with the known names', (voucher, path) =>
    expect(dataOf({ voucher })).toMatchObject({
      kind: 'invalid',
      violations: expect.arrayContaining([
        expect.objectContaining({
          path,
          message: expect.stringMatching(/^unknown variant .*`boleto`.*`oxxo`/) as string,
        }),
      ]) as unknown,
    }),
  );
});
