import { refuse, type Refusal } from '@payorch/contracts';
import { isRefusal } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { text } from 'node:stream/consumers';
import { standardAccount } from '../../../test/standard-account';
import { PaymentMethodUploads, type UploadForm } from './payment-method-uploads';

const merchantId = 'acme' as MerchantId;
const account = standardAccount(merchantId);
const merchant = { kind: 'merchant', merchantId, account, profileId: null, clientSecret: null, isSdk: false } as const;
const trace = { correlationId: 'req_1', traceparent: '00-1' };
const form = (...rows: Record<string, string>[]): UploadForm => ({
  merchantId,
  merchantConnectorId: undefined,
  rows: rows.map((row, index) => ({ line: index + 2, row })),
});
const cardRow = (customer_id: string, more: Record<string, string> = {}) => ({
  customer_id,
  raw_card_number: '4242424242424242',
  card_expiry_month: '10',
  card_expiry_year: '35',
  ...more,
});

type Migrations = ConstructorParameters<typeof PaymentMethodUploads>[0];
const uploadsWith = (
  given: Partial<Migrations> = {},
  create = (): Promise<Buffer | Refusal> => Promise.resolve(Buffer.from('{}')),
) => {
  const migrations: Migrations = {
    targetOf: () => Promise.resolve({ merchant, accounts: [] }),
    seal: ({ fields }) =>
      Promise.resolve({ fields, data: null, references: [], networkTransactionId: null, fingerprint: 'f' }),
    store: ({ fields }) => Promise.resolve({ paymentMethodId: `pm_${fields.customerId}`, body: Buffer.from('{}') }),
    update: ({ paymentMethodId }) =>
      Promise.resolve(Buffer.from(JSON.stringify({ payment_method_id: paymentMethodId }))),
    ...given,
  };
  const unused = () => Promise.reject(new Error('no row is about a network token'));
  const tokens = { served: () => undefined, prepareCard: unused, prepareSaved: unused };
  const logger = { info: jest.fn(), error: jest.fn() };
  return { uploads: new PaymentMethodUploads(migrations, tokens, { create }, logger), logger };
};
const resultsOf = async (answer: Awaited<ReturnType<PaymentMethodUploads['migrate']>>): Promise<object[]> => {
  if (isRefusal(answer)) throw new Error(answer.code);
  return JSON.parse(await text(answer)) as object[];
};
const migrate = async (uploads: PaymentMethodUploads, sent: UploadForm) =>
  resultsOf(await uploads.migrate(() => Promise.resolve(sent), trace));
const failed = (migration_error: string) => ({ payment_method_id: null, migration_status: 'Failed', migration_error });

describe('an upload of payment methods', () => {
  it('has a result for each row, and one that fails does not stop the others', async () => {
    const { uploads } = uploadsWith();
    const [stored, wrong, last] = await migrate(
      uploads,
      form(cardRow('cus_a'), cardRow('cus_b', { card_expiry_year: '20' }), cardRow('cus_c', { line_number: '70' })),
    );
    expect(stored).toEqual({
      line_number: 2,
      payment_method_id: 'pm_cus_a',
      payment_method: 'card',
      payment_method_type: null,
      customer_id: 'cus_a',
      card_number_masked: '424242******4242',
      migration_status: 'Success',
      migration_error: null,
      card_migrated: true,
      network_token_migrated: null,
      connector_mandate_details_migrated: null,
      network_transaction_id_migrated: null,
    });
    expect(wrong).toMatchObject({ line_number: 3, ...failed('Invalid Expiry Year') });
    expect(last).toMatchObject({ line_number: 70, payment_method_id: 'pm_cus_c' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a cell of another form', { email: 'x'.repeat(256) }, 'email: '],
    [
      'a card number in the wrong column',
      { payment_method: '4242424242424242' },
      'payment_method: unknown variant `***4242`',
    ],
  ])('names %s, without a card number', async (_, more, expected) => {
    const [row] = await migrate(uploadsWith().uploads, form(cardRow('cus_a', more)));
    expect(row).toMatchObject({ migration_error: expect.stringContaining(expected) as string });
  });

  it.each<[string, () => Promise<never> | Promise<Refusal>, string, number]>([
    [
      'is refused',
      () => Promise.resolve(refuse('payment_method_not_found')),
      'Payment method does not exist in our records',
      0,
    ],
    ['may be sent again', () => Promise.resolve(refuse('no_reply')), 'Something went wrong: send the row again', 0],
    ['meets a bug', () => Promise.reject(new Error('bug')), 'Something went wrong: send the row again', 1],
  ])('says of a row whether it %s', async (_, store, error, logs) => {
    const { uploads, logger } = uploadsWith({ store });
    expect(await migrate(uploads, form(cardRow('cus_a')))).toMatchObject([failed(error)]);
    expect(logger.error).toHaveBeenCalledTimes(logs);
  });

  it.each<[Refusal, string]>([
    [refuse('customer_exists'), 'Success'],
    [refuse('customer_value_invalid', { field: 'customer_id' }), 'Failed'],
  ])('after %j of its customer a row is a %s', async (refusal, migration_status) => {
    const { uploads } = uploadsWith({}, () => Promise.resolve(refusal));
    expect(await migrate(uploads, form(cardRow('cus_a')))).toMatchObject([{ migration_status }]);
  });

  it('begins no further row once the gateway stops', async () => {
    const { uploads } = uploadsWith();
    uploads.stop();
    expect(await migrate(uploads, form(cardRow('cus_a')))).toMatchObject([
      failed('The gateway is shutting down: send the row again'),
    ]);
  });

  it('of updates has the owner’s view of each row', async () => {
    const { uploads } = uploadsWith();
    const sent = form({ payment_method_id: 'pm_1', status: 'inactive' }, { payment_method_id: 'pm_2', status: 'x' });
    const results = await resultsOf(await uploads.update(() => Promise.resolve(sent), trace));
    expect(results).toMatchObject([
      { line_number: 2, payment_method_id: 'pm_1', update_status: 'Success', update_error: null },
      { line_number: 3, payment_method_id: null, update_status: 'Failed' },
    ]);
  });

  it('is refused where its form or its merchant is', async () => {
    const { uploads } = uploadsWith({ targetOf: () => Promise.resolve(refuse('merchant_not_found')) });
    expect(await uploads.migrate(() => Promise.resolve(form()), trace)).toEqual(refuse('merchant_not_found'));
    const refused = refuse('missing_param', { field: 'file' });
    expect(await uploads.migrate(() => Promise.resolve(refused), trace)).toEqual(refused);
  });

  it('is refused while too many others run, and each gives its turn back', async () => {
    const { uploads } = uploadsWith();
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const read = () => opened.then(() => form(cardRow('cus_a')));
    const running = Array.from({ length: 6 }, () => uploads.migrate(read, trace));
    expect(await uploads.migrate(read, trace)).toMatchObject({ code: 'too_many_requests' });
    open();
    for (const one of running) expect(await resultsOf(await one)).toHaveLength(1);
    expect(await migrate(uploads, form(cardRow('cus_a')))).toHaveLength(1);
  });
});
