import { readAccountsFile } from './accounts-file';

const stripe = {
  connector: 'stripe',
  merchant_connector_id: 'mca_1',
  approval_rate: 92.5,
  percent_fee: '2.9',
  fixed_fee: 30,
};
const fileOf = (...accounts: unknown[]): string => JSON.stringify({ accounts });

it('rates are read as exact decimals', () => {
  expect(readAccountsFile(fileOf(stripe))).toEqual([
    {
      connector: 'stripe',
      merchantConnectorId: 'mca_1',
      approvalRate: { units: 925n, scale: 1 },
      percentFee: { units: 29n, scale: 1 },
      fixedFee: { units: 30n, scale: 0 },
    },
  ]);
});

it('a fixed fee may differ by currency', () => {
  const read = readAccountsFile(fileOf({ ...stripe, fixed_fee: { USD: 30, JPY: 40 } }));
  expect(read).toMatchObject([
    { fixedFee: new Map([['USD', { units: 30n, scale: 0 }], ['JPY', { units: 40n, scale: 0 }]]) }, // prettier-ignore
  ]);
});

it('every problem is named by its path', () => {
  const wrong = { connector: '', approval_rate: 101, percent_fee: '2,9', fixed_fee: { USD: -1, XXY: 3 }, fee: 1 };
  expect(readAccountsFile(fileOf(stripe, wrong, 7, stripe))).toEqual({
    problems: [
      'accounts[1].connector must be a text',
      'accounts[1].merchant_connector_id must be a text',
      'accounts[1].approval_rate must be a number from 0 to 100, with at most 4 decimals',
      'accounts[1].percent_fee must be a number from 0 to 100, with at most 4 decimals',
      'accounts[1].fixed_fee.USD must be an integer of minor units, 0 or more',
      'accounts[1].fixed_fee.XXY is no currency',
      'accounts[1].fee is no field of an account',
      'accounts[2] must be an object',
      'accounts[3].merchant_connector_id names an account twice',
    ],
  });
});

it.each([
  ['[]', ['accounts must be an array of accounts']],
  ['{"accounts": []}', ['accounts must be an array of accounts']],
  ['{', [expect.stringContaining('is no JSON: ')]],
])('%s is refused', (text, problems) => expect(readAccountsFile(text)).toEqual({ problems }));
