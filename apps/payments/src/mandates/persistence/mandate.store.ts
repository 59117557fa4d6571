import { mandateKey, partsOfKey } from '@payorch/contracts';
import type { Sql, Statement } from '@payorch/platform/postgres';
import type { AggregateStore } from '@payorch/platform/shell';
import type { Mandate } from '../domain/mandate';
import { lockMandates } from './mandates';

/**
 * Mandates as aggregates of their own. Its commands lock a mandate before the inbox is read, as for every aggregate. The payments
 * of a batch charge the same mandates: both find them in `BatchMandates`, which is written once, with what payments share.
 */
export class MandateStore implements AggregateStore<Mandate, unknown> {
  async load(sql: Sql, keys: readonly string[], purpose: 'writing' | 'reading'): Promise<ReadonlyMap<string, Mandate>> {
    const ids = keys.map(partsOfKey);
    const [merchants, mandateIds] = [ids.map(([merchant]) => merchant), ids.map(([, id]) => id)];
    const mandates = await lockMandates(sql, merchants, mandateIds, purpose);
    return new Map(mandates.map((mandate) => [mandateKey(mandate), mandate]));
  }

  writes(): readonly Statement[] {
    return [];
  }
}
