import type { CustomerId, MerchantId } from '@payorch/kernel';
import { keyOf } from '@payorch/kernel';
import type { Sql, Statement, StoredRow } from '@payorch/platform/postgres';
import { columnsOf, numbered } from '@payorch/platform/postgres';
import type { RowSeals } from '@payorch/platform/sealing';
import type { PaymentMethod, PaymentMethodDetails, SavedPaymentMethod } from '../domain/payment-method';
import { firstDefaultWrites } from './first-default';
import { detailsToColumn, paymentMethodFromRow, paymentMethodToRow } from './payment-method.mapper';
import { PaymentMethodRow } from './payment-method.rows';

const columns = columnsOf(PaymentMethodRow);

/** A reference that the processor charges no more: the mandate that it belongs to was revoked there. */
export interface EndedReference {
  readonly merchantId: MerchantId;
  readonly paymentMethodId: string;
  readonly merchantConnectorId: string;
  readonly mandateReference: string;
}

/** One batch's change of a payment method outside its own commands. */
interface Save {
  readonly paymentMethod: PaymentMethod;
  /** Inserts the row where there is none. A later save must not bring back a deleted payment method. */
  readonly isFirst: boolean;
  /** The data replaces the stored data: the processor has just accepted it, or the merchant has sent it. */
  readonly isRenewed: boolean;
  readonly details: PaymentMethodDetails | null;
}

/** What a batch knows of payment methods that its messages name by a token or by the same card. */
export interface NamedPaymentMethods {
  readonly byToken: ReadonlyMap<string, PaymentMethod>;
  readonly byCard: ReadonlyMap<string, SavedPaymentMethod>;
}
export const nothingNamed: NamedPaymentMethods = { byToken: new Map(), byCard: new Map() };

/** The key of a token or of a fingerprint: both belong to one customer. */
export const keyOfCustomers = (merchantId: string, customerId: string, value: string): string =>
  JSON.stringify([merchantId, customerId, value]);

/** The saved payment methods that the payments of a batch name, and those that the batch saves. */
export class BatchPaymentMethods {
  /** By message key. */
  private readonly known = new Map<string, PaymentMethod>();
  private readonly savesByKey = new Map<string, Save>();
  private readonly usedByKey = new Map<string, Date>();
  readonly ended: EndedReference[] = [];

  constructor(
    loaded: readonly PaymentMethod[] = [],
    private readonly named: NamedPaymentMethods = nothingNamed,
  ) {
    for (const paymentMethod of loaded) this.known.set(keyIn(paymentMethod), paymentMethod);
  }

  find(merchantId: MerchantId, paymentMethodId: string): PaymentMethod | undefined {
    return this.known.get(keyOf(merchantId, paymentMethodId));
  }

  /** The customer's payment method that a live token names. */
  ofToken(merchantId: MerchantId, customerId: CustomerId, token: string): PaymentMethod | undefined {
    return this.named.byToken.get(keyOfCustomers(merchantId, customerId, token));
  }

  /** Every payment method that a payment of the batch may charge. */
  get all(): readonly PaymentMethod[] {
    return [...this.known.values(), ...this.named.byToken.values()];
  }

  /** Later messages of the batch charge the reference no more. */
  forgetReference(ended: EndedReference): void {
    this.ended.push(ended);
    const known = this.find(ended.merchantId, ended.paymentMethodId);
    const reference = known?.references[ended.merchantConnectorId];
    if (!known || reference?.mandateReference !== ended.mandateReference) return;
    const references = { ...known.references, [ended.merchantConnectorId]: { ...reference, mandateReference: null } };
    this.known.set(keyIn(known), { ...known, references });
  }

  /** The customer's payment method with this card. */
  withCard(merchantId: MerchantId, customerId: CustomerId, fingerprint: string): SavedPaymentMethod | undefined {
    return this.named.byCard.get(keyOfCustomers(merchantId, customerId, fingerprint));
  }

  /** Later messages of the batch see it. Two saves of a batch become one. */
  save(
    paymentMethod: PaymentMethod,
    { isFirst = true, isRenewed = true, details = null }: Partial<Omit<Save, 'paymentMethod'>> = {},
  ): void {
    const key = keyIn(paymentMethod);
    const before = this.savesByKey.get(key);
    const merged: PaymentMethod = before
      ? {
          ...paymentMethod,
          references: { ...before.paymentMethod.references, ...paymentMethod.references },
          networkTransactionId: paymentMethod.networkTransactionId ?? before.paymentMethod.networkTransactionId,
        }
      : paymentMethod;
    this.savesByKey.set(key, {
      paymentMethod: merged,
      isFirst: isFirst || before?.isFirst === true,
      isRenewed: isRenewed || before?.isRenewed === true,
      details: details ?? before?.details ?? null,
    });
    this.known.set(key, merged);
  }

  /** The time of the payment method's last use. */
  use(merchantId: MerchantId, paymentMethodId: string, usedAt: Date): void {
    this.usedByKey.set(keyOf(merchantId, paymentMethodId), usedAt);
  }

  /** In key order, so that two batches lock the rows in one order. */
  get saves(): readonly Save[] {
    return inKeyOrder(this.savesByKey).map(([, save]) => save);
  }

  get used(): readonly (readonly [key: string, usedAt: Date])[] {
    return inKeyOrder(this.usedByKey);
  }
}

const inKeyOrder = <T>(map: ReadonlyMap<string, T>): [string, T][] => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

const keyIn = ({ merchantId, paymentMethodId }: PaymentMethod): string => keyOf(merchantId, paymentMethodId);

export async function findPaymentMethods(
  sql: Sql,
  seals: RowSeals,
  merchants: readonly string[],
  paymentMethodIds: readonly string[],
): Promise<PaymentMethod[]> {
  const rows = await sql.query<StoredRow<PaymentMethodRow>>(
    `SELECT ${columns.list} FROM payment_methods
     WHERE (merchant_id, payment_method_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
    [merchants, paymentMethodIds],
  );
  return rows.map((row) => paymentMethodFromRow(seals, row));
}

/** An active payment method stays active; its references at other accounts stay. */
const kept = (n: string): string => `
  status = CASE WHEN p.status = 'active' THEN p.status ELSE ${n}.status END,
  processor_references = p.processor_references || ${n}.processor_references,
  network_transaction_id = COALESCE(${n}.network_transaction_id, p.network_transaction_id),
  modified_at = ${n}.modified_at, version = p.version + 1`;

/** New data of a card; the stored network token of its number stays. Only commands of its own request or end a token. */
const methodWithToken = (n: string): string => `
  ${n}.method || CASE WHEN p.method ? 'networkToken' AND ${n}.method #>> '{card,fingerprint}' = p.fingerprint
    THEN jsonb_build_object('networkToken', p.method -> 'networkToken') ELSE '{}' END`;

/** A reference that a later payment has replaced stays. */
const endStatement = `
  UPDATE payment_methods p
  SET processor_references = jsonb_set(processor_references, ARRAY[e."merchantConnectorId", 'mandateReference'], 'null'),
    modified_at = now()
  FROM jsonb_to_recordset($1) AS e("merchantId" text, "paymentMethodId" text, "merchantConnectorId" text, "mandateReference" text)
  WHERE p.merchant_id = e."merchantId" AND p.payment_method_id = e."paymentMethodId"
    AND processor_references #>> ARRAY[e."merchantConnectorId", 'mandateReference'] = e."mandateReference"`;

/** The same card again: its data replaces the stored data once the processor has accepted it. */
const firstStatement = numbered(`
  ${columns.insertFromJson.replace('INSERT INTO payment_methods', 'INSERT INTO payment_methods AS p')}
  ON CONFLICT (${columns.key}) DO UPDATE SET ${kept('excluded')}, last_used_at = excluded.last_used_at,
    method = CASE WHEN excluded.status = 'active' OR p.status <> 'active' THEN ${methodWithToken('excluded')} ELSE p.method END
  WHERE p.customer_id = excluded.customer_id`);

const laterStatement = `
  UPDATE payment_methods p SET ${kept('n')}, last_used_at = GREATEST(p.last_used_at, n.modified_at),
    method = CASE WHEN n.renewed THEN ${methodWithToken('n')} ELSE p.method END, details = COALESCE(n.details, p.details)
  FROM jsonb_to_recordset($1) AS n (merchant_id text, payment_method_id text, status text, method jsonb,
    processor_references jsonb, network_transaction_id text, modified_at timestamptz, renewed boolean, details jsonb)
  WHERE ${columns.sameKey('p', 'n')}`;

const useStatement = `
  UPDATE payment_methods p SET last_used_at = GREATEST(p.last_used_at, n.used_at), version = p.version + 1
  FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS n (merchant_id, payment_method_id, used_at)
  WHERE ${columns.sameKey('p', 'n')}`;

/** The statements of what a batch saved, used and ended; none where it did nothing of it. */
export function paymentMethodWrites(
  seals: RowSeals,
  { saves, used, ended }: BatchPaymentMethods,
): readonly Statement[] {
  const first = saves.filter(({ isFirst }) => isFirst);
  const later = saves.filter(({ isFirst }) => !isFirst);
  const laterRows = later.map(({ paymentMethod, isRenewed, details }) => ({
    ...paymentMethodToRow(seals, paymentMethod),
    renewed: isRenewed,
    details: details && detailsToColumn(seals, paymentMethod, details),
  }));
  const firstRows = first.map(({ paymentMethod }) => paymentMethodToRow(seals, paymentMethod));
  const keys = used.map(([key]) => key.split('/'));
  return [
    ...(first.length > 0 ? [{ text: firstStatement, params: [JSON.stringify(firstRows)] }] : []),
    ...(later.length > 0 ? [{ text: laterStatement, params: [JSON.stringify(laterRows)] }] : []),
    ...(used.length > 0
      ? [{ text: useStatement, params: [keys.map(([m]) => m), keys.map(([, id]) => id), used.map(([, at]) => at)] }]
      : []),
    ...(ended.length > 0 ? [{ text: endStatement, params: [JSON.stringify(ended)] }] : []),
    ...firstDefaultWrites(saves.map(({ paymentMethod }) => paymentMethod)),
  ];
}
