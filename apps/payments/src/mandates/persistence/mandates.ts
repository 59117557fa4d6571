import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import { incidentWrites, type OpenedIncident } from '@payorch/platform/incidents';
import type { Statement } from '@payorch/platform/postgres';
import type { Mandate } from '../domain/mandate';
import type { MandateRows } from './mandate.store';

/** The mandates of a batch. Payments and the commands about a mandate change the same ones, each after the other. */
export class BatchMandates {
  /** By message key. */
  private readonly known = new Map<string, Mandate>();
  private readonly loaded = new Map<string, Mandate>();
  /** Mandates whose revocation needs a person. */
  readonly incidents: Mandate[] = [];

  constructor(loaded: readonly Mandate[] = []) {
    for (const mandate of loaded) this.loaded.set(keyIn(mandate), mandate);
    this.known = new Map(this.loaded);
  }

  find(merchantId: MerchantId, mandateId: string): Mandate | undefined {
    return this.known.get(keyOf(merchantId, mandateId));
  }

  /** Later messages of the batch see it. */
  put(mandate: Mandate): void {
    this.known.set(keyIn(mandate), mandate);
  }

  /** Whether the customer has an active mandate after the earlier messages of the batch; `stored`: those that the database has. */
  isAnyActive(merchantId: MerchantId, customerId: CustomerId, stored: readonly string[]): boolean {
    const isActive = (mandateId: string): boolean =>
      (this.find(merchantId, mandateId)?.status ?? 'active') === 'active';
    const created = this.created.filter((one) => one.merchantId === merchantId && one.customerId === customerId);
    return [...stored, ...created.map(({ mandateId }) => mandateId)].some(isActive);
  }

  private get created(): readonly Mandate[] {
    return this.changes.flatMap(({ before, after }) => (before ? [] : [after]));
  }

  /** The created and the changed mandates, each with the one whose row it must replace. */
  get changes(): readonly { readonly before: Mandate | undefined; readonly after: Mandate }[] {
    return [...this.known].flatMap(([key, after]) => {
      const before = this.loaded.get(key);
      return after === before ? [] : [{ before, after }];
    });
  }
}

const keyIn = ({ merchantId, mandateId }: Mandate): string => keyOf(merchantId, mandateId);

/** The statements of what a batch changes; none where it changes nothing. */
export const mandateWrites = (rows: MandateRows, { changes, incidents }: BatchMandates): readonly Statement[] =>
  changes.length === 0 ? [] : [...rows.save(changes), ...incidentWrites(incidents.map(incidentOf))];

/** One incident of a mandate, under the attempt that set it up. */
const incidentOf = ({ merchantId, attemptId, paymentId }: Mandate): OpenedIncident => ({
  merchant_id: merchantId,
  attempt_id: attemptId,
  payment_id: paymentId,
  kind: 'revocation_unknown',
});
