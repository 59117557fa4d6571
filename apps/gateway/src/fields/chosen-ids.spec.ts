import 'reflect-metadata';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { controllers } from '../../test/controllers';
import { apiDocument } from '../openapi/document';
import { checkChosenIds, reservedIds } from './chosen-ids';

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string): boolean => segment.startsWith(':') || segment.startsWith('{');

/** The served paths, and all paths of the interface. */
function paths(): string[][] {
  const served = controllers.flatMap((controller) => {
    const handlers = controller.prototype as Record<string, object>;
    const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
    return Object.getOwnPropertyNames(handlers)
      .filter((name) => Reflect.hasMetadata(METHOD_METADATA, handlers[name] ?? {}))
      .flatMap((name) => [Reflect.getMetadata(PATH_METADATA, handlers[name]!) as string | string[]].flat())
      .map((path) => `${prefix}/${path}`);
  });
  return [...served, ...Object.keys(apiDocument.paths)].map(segmentsOf);
}

/** Path segments in the position of an object's id that callers may choose. */
function wordsAmongIds(all: readonly string[][]): string[] {
  const owners = new Set(['payments', 'refunds', 'accounts', 'account', 'customers', 'payouts']);
  const second = all.filter(([owner]) => owners.has(owner!)).map(([owner, segment = '']) => ({ owner, segment }));
  const withIds = new Set(second.filter(({ segment }) => isParameter(segment)).map(({ owner }) => owner));
  const words = second.filter(({ owner, segment }) => withIds.has(owner) && segment !== '' && !isParameter(segment));
  return [...new Set(words.map(({ segment }) => segment))].sort();
}

describe('the words that no chosen id may be', () => {
  it('the reserved ids are all path segments in the position of an id', () => {
    const words = wordsAmongIds(paths());
    expect(words).toEqual(expect.arrayContaining(['list', 'aggregate', 'sync', 'filter']));
    expect(words.filter((word) => !reservedIds.has(word))).toEqual([]);
  });

  it('reserved ids are refused in any case, other ids pass', () => {
    expect(checkChosenIds({ payment_id: 'List' })).toMatchObject({
      code: 'invalid_value',
      details: { field: 'payment_id' },
    });
    expect(checkChosenIds({ payment_id: 'listed', refund_id: null, customer_id: undefined })).toBeUndefined();
  });
});
