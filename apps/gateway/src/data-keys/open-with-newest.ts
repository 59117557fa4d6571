import { DataKeysUnknown } from '@payorch/platform/sealing';
import type { DataKeyCache } from './data-key-cache';

/** Opens a merchant's seals; reads the keys again where another gateway has sealed with a newer one. @throws SealError */
export async function openWithNewest<T>(
  keys: Pick<DataKeyCache, 'load' | 'forget'>,
  merchantId: string,
  open: () => T,
): Promise<T> {
  await keys.load(merchantId);
  try {
    return open();
  } catch (error) {
    if (!(error instanceof DataKeysUnknown)) throw error;
    keys.forget(merchantId);
    await keys.load(merchantId);
    return open();
  }
}
