import type { Statement } from '@payorch/platform/postgres';
import type { AggregateStore } from '../../aggregates/aggregate-store';
import type { Mandate } from '../domain/mandate';

/**
 * Mandates as aggregates of their own. The payments of a batch charge the same mandates that its commands revoke, so both find
 * them in `BatchMandates`: the mandates are locked once and written once, with what payments share.
 */
export class MandateStore implements AggregateStore<Mandate, unknown> {
  load(): Promise<ReadonlyMap<string, Mandate>> {
    return Promise.resolve(new Map());
  }

  writes(): readonly Statement[] {
    return [];
  }
}
