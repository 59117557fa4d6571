import { aMerchant, type Answer, sharedSystem, type TestMerchant } from '@payorch/harness';
import { upload } from '../../support/upload';

const system = sharedSystem();
let merchant: TestMerchant;
beforeAll(async () => {
  merchant = await aMerchant(system);
});

/** A cell that no answer and no log line may show: what stands in it could be a name, a CVC or a part of a card number. */
const marked = 'Marked4111Cell';

interface Route {
  readonly path: string;
  readonly header: string;
  readonly byOperator: boolean;
  readonly fields: () => Record<string, string>;
}
const ofMerchant = () => ({ merchant_id: merchant.merchantId });
const migration =
  'customer_id,name,email,payment_method,payment_method_type,card_number_masked,card_expiry_month,card_expiry_year';
const routes: readonly Route[] = [
  { path: '/blocklist/batch', header: 'type,data', byOperator: false, fields: () => ({}) },
  { path: '/cards/update-batch', header: 'card_iin,card_issuer', byOperator: true, fields: () => ({}) },
  { path: '/payment_methods/migrate-batch', header: migration, byOperator: true, fields: ofMerchant },
  { path: '/payment_methods/update-batch', header: 'payment_method_id,status', byOperator: true, fields: ofMerchant },
];
const send = ({ path, byOperator, fields }: Route, text: string): Promise<Answer> =>
  upload(byOperator ? system.admin : merchant.api, path, text, { fields: fields() });

const expectNoTrace = (answer: Answer): void => {
  expect(answer.text).not.toContain(marked);
  expect(system.logs('gateway')).not.toContain(marked);
};

describe.each(routes)('an upload to $path', (route) => {
  it.each([
    ['a quote inside a cell', `\n${marked}"x,1\n`, /at line 2, column 1/],
    ['text behind a quoted cell', `\n"${marked}"${marked},1\n`, /at line 2, column 1/],
    ['a quote without its end', `\n"${marked}\n`, /Quote Not Closed/],
  ])('with %s is 422 with the place, and no log line shows the cell', async (_, rows, message) => {
    const answer = await send(route, `${route.header}${rows}`);
    expect([answer.status, answer.body]).toEqual([
      422,
      { error: expect.objectContaining({ code: 'IR_06', message: expect.stringMatching(message) }) },
    ]);
    expectNoTrace(answer);
  });
});

it('a form with too many fields says so', async () => {
  const fields = Object.fromEntries(Array.from({ length: 9 }, (_, field) => [`field_${field}`, marked]));
  for (const route of routes.filter((each) => each.path.startsWith('/payment_methods'))) {
    const answer = await send({ ...route, fields: () => ({ ...route.fields(), ...fields }) }, `${route.header}\n`);
    expect([route.path, answer.status]).toEqual([route.path, 422]);
    expectNoTrace(answer);
  }
});
