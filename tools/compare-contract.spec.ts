import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import document from '../api/openapi.json';

const root = path.join(__dirname, '..');
const departures = readFileSync(path.join(root, 'docs/departures.md'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));

function compare(...files: string[]): string[] {
  const { stderr } = spawnSync('node', ['tools/compare-contract.mjs', ...files], { cwd: root, encoding: 'utf8' });
  return stderr.split('\n').filter(Boolean);
}

type Api = typeof document;
function comparedAfter(change: (api: Api) => void): string[] {
  const api = structuredClone(document);
  change(api);
  const file = path.join(folder, 'api.json');
  writeFileSync(file, JSON.stringify(api));
  return compare(file);
}

function comparedWith(text: string): string[] {
  const file = path.join(folder, 'departures.md');
  writeFileSync(file, text);
  return compare('api/openapi.json', file);
}

it('every difference from the reference’s document is explained', () => expect(compare()).toEqual([]));

describe('an unexplained difference', () => {
  it.each<[string, (api: Api) => void, string]>([
    [
      'a removed field',
      ({ components }) => Reflect.deleteProperty(components.schemas.RefundResponse.properties, 'connector_refund_id'),
      'RefundResponse.connector_refund_id: missing',
    ],
    [
      'an added field',
      ({ components }) => Object.assign(components.schemas.RefundResponse.properties, { more: { type: 'string' } }),
      'RefundResponse.more: added',
    ],
    [
      'another type of a nested field',
      ({ components }) => Object.assign(components.schemas.AddressDetails.properties.city, { type: 'integer' }),
      'AddressDetails.city: is integer, not string',
    ],
    [
      'a field that is now required',
      ({ components }) => components.schemas.RefundResponse.required.push('reason'),
      'RefundResponse.reason: required',
    ],
    [
      'a removed enum value',
      ({ components }) => void components.schemas.RefundStatus.enum.pop(),
      'RefundStatus: lacks the word review',
    ],
    [
      'an added parameter',
      ({ paths }) =>
        Object.assign(paths['/refunds'].post, {
          parameters: [{ name: 'x', in: 'query', schema: { type: 'string' } }],
        }),
      'post /refunds query x: added',
    ],
  ])('%s is reported', (_, change, difference) =>
    expect(comparedAfter(change)).toEqual([`not in docs/departures.md: ${difference}`]),
  );
});

/** The page with one more row at the head of its table of shapes. */
const withRow = (row: string): string =>
  departures.replace(/^## Shapes$[\s\S]*?^\| -.*$/m, (head) => `${head}\n${row}`);

describe('the table of departures', () => {
  it('may not list a difference that no longer exists', () =>
    expect(comparedWith(withRow('| `RefundResponse.amount` | missing | because |'))).toEqual([
      'no departure any more: RefundResponse.amount: missing',
    ]));

  it('must give a reason for each difference', () =>
    expect(comparedWith(departures.replace(/(\| `PrimaryBusinessDetails`[^|]*\|[^|]*\|)[^|]*\|/, '$1 |'))).toEqual([
      'without a reason: PrimaryBusinessDetails: is list, not object',
    ]));
});
