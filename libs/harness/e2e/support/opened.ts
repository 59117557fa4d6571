import { openedText, type RunningSystem } from '@payorch/harness';
import { MerchantSeals, type WrappedDataKey } from '@payorch/platform/sealing';
import type { TopicRecord } from './records';
import { rowsOf } from './rows';

/** Opens what services sealed for a merchant. */
export async function sealsOf(system: RunningSystem, merchantId: string): Promise<MerchantSeals> {
  const keys = await rowsOf<WrappedDataKey & object>(
    system,
    'SELECT version, wrapped FROM gateway.data_keys WHERE merchant_id = $1',
    [merchantId],
  );
  return new MerchantSeals({ dataKeysOf: () => keys }, system.dataKeys);
}

/** Records with the bodies that their senders sealed. */
export async function openedRecords(system: RunningSystem, records: readonly TopicRecord[]): Promise<TopicRecord[]> {
  const textsOf = (headers: TopicRecord['headers']) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const sealed = records.map((record) => ({ record, headers: textsOf(record.headers) }));
  const merchants = [...new Set(sealed.flatMap(({ headers }) => headers['sealmerchant'] ?? []))];
  const seals = new Map(await Promise.all(merchants.map(async (id) => [id, await sealsOf(system, id)] as const)));
  return sealed.map(({ record, headers }) => {
    const keys = seals.get(headers['sealmerchant'] ?? '');
    return keys && record.value
      ? { ...record, value: Buffer.from(openedText(keys, { value: record.value, headers })) }
      : record;
  });
}
