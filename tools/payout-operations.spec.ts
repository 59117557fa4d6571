import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const folders = ['apps/gateway/src', 'apps/payouts/src', 'libs/contracts/src', 'libs/rest/src'];

const isProduct = (file: string): boolean =>
  file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.includes('generated') && !file.includes('migrations');

/** The product files that a person writes, with their texts. */
const product = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isProduct)
    .map((file) => ({ file: path.join(folder, file), text: readFileSync(path.join(root, folder, file), 'utf8') })),
);

/** Each request about a payout: its message, its decision or its query, and its classes of the interface. */
const requests: Readonly<Record<string, readonly string[]>> = {
  create: ['payoutCreate', 'createPayout', 'PayoutsCreateRequest'],
  update: ['payoutUpdate', 'updatePayout', 'PayoutUpdateRequest'],
  confirm: ['payoutConfirm', 'confirmPayout', 'PayoutConfirmRequest'],
  cancel: ['payoutCancelRequest', 'cancelPayout', 'PayoutCancelRequest'],
  fulfill: ['payoutFulfillRequest', 'fulfillPayout', 'PayoutFulfillRequest'],
  sync: ['payoutSync', 'syncPayout'],
  retrieve: ['payoutGet', 'PayoutRetrieveQuery', 'payoutView'],
  list: ['payoutList', 'PayoutListQuery', 'PayoutListFilterConstraints', 'PayoutFilters', 'PayoutLists'],
  declare: ['payoutDeclare', 'declarePayout', 'PayoutManualUpdateRequest'],
};

it.each(Object.entries(requests))('the request to %s a payout is named in at most 12 product files', (_, words) => {
  const named = new RegExp(`\\b(${words.join('|')})\\b`);
  const files = product.filter(({ text }) => named.test(text)).map(({ file }) => file);
  expect(words.filter((word) => !product.some(({ text }) => new RegExp(`\\b${word}\\b`).test(text)))).toEqual([]);
  expect(files.length).toBeGreaterThan(1);
  expect(files.slice(12)).toEqual([]);
});
