import { dataKeySettings, type DataKeySettings, type MessageDefinition } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { aContext } from '../kafka.fixture';
import { AccountSettings } from './account-settings';

const dataKeys = (id: string, accountVersion: number, versions: readonly number[]): DataKeySettings => ({
  merchantId: id as MerchantId,
  accountVersion,
  updatedAt: '2026-11-21T05:00:00Z',
  keys: versions.map((version) => ({ version, wrapped: `v1.master.${version}` })),
});

it('a merchant is listed with its current data key while that is not its first', () => {
  const settings = new AccountSettings();
  const message: MessageDefinition = dataKeySettings;
  const apply = (data: DataKeySettings) =>
    settings.apply({ message, data, key: message.keyOf(data), context: aContext() } as never);
  apply(dataKeys('one', 1, [0, 1]));
  expect([...settings.rotatedDataKeys()]).toEqual([]);
  apply(dataKeys('one', 2, [2, 0, 1]));
  apply(dataKeys('other', 1, [0, 3]));
  apply(dataKeys('one', 1, [0, 1]));
  expect([...settings.rotatedDataKeys()]).toEqual([
    ['one', 2],
    ['other', 3],
  ]);
  expect(settings.dataKeysOf('one')).toHaveLength(3);
});
