import { dataKeySettings, type DataKeySettings, merchantSettings, type MessageDefinition } from '@payorch/contracts';
import type { MerchantId, OrganizationId } from '@payorch/kernel';
import { aContext } from '../kafka.fixture';
import { AccountSettings } from './account-settings';

const merchantId = 'acme_1' as MerchantId;
const updatedAt = '2026-11-21T05:00:00Z';
const keysOf = (accountVersion: number, ...wrapped: string[]): DataKeySettings => ({
  merchantId,
  accountVersion,
  updatedAt,
  keys: wrapped.map((text, version) => ({ version, wrapped: text })),
});
const merchantOf = (accountVersion: number, deleted: boolean) => ({
  merchantId,
  accountVersion,
  updatedAt,
  deleted,
  organizationId: 'org_1' as OrganizationId,
  merchantName: null,
  defaultProfileId: null,
});

describe('the data keys of a merchant', () => {
  let settings: AccountSettings;
  const apply = <Data>(message: MessageDefinition<Data>, data: Data) =>
    settings.apply({
      message: message as MessageDefinition,
      data,
      key: message.keyOf(data),
      context: aContext(),
      origin: { topic: message.topic, partition: 0, offset: '0' },
    });
  const versions = () => settings.dataKeysOf(merchantId)?.map(({ wrapped }) => wrapped);

  beforeEach(() => {
    settings = new AccountSettings();
  });

  it('are unknown until they arrive, and belong to no other merchant', () => {
    apply(merchantSettings, merchantOf(1, false));
    expect(versions()).toBeUndefined();
    apply(dataKeySettings, keysOf(2, 'a', 'b'));
    expect([versions(), settings.dataKeysOf('acme_2')]).toEqual([['a', 'b'], undefined]);
    expect(settings.versionOf(merchantId)).toBe(2);
  });

  it('are replaced by newer ones, never by older ones', () => {
    apply(dataKeySettings, keysOf(3, 'a2', 'b2', 'c'));
    apply(dataKeySettings, keysOf(1, 'a', 'b'));
    expect(versions()).toEqual(['a2', 'b2', 'c']);
    apply(dataKeySettings, keysOf(4, 'a3', 'b3', 'c3'));
    expect(versions()).toEqual(['a3', 'b3', 'c3']);
  });

  it('outlive the merchant account: its payments are still read', () => {
    apply(merchantSettings, merchantOf(1, false));
    apply(dataKeySettings, keysOf(1, 'a', 'b'));
    apply(merchantSettings, merchantOf(2, true));
    expect([settings.merchant(merchantId), versions()]).toEqual([undefined, ['a', 'b']]);
    apply(dataKeySettings, keysOf(3, 'a2', 'b2'));
    expect([settings.merchant(merchantId), versions()]).toEqual([undefined, ['a2', 'b2']]);
  });

  it('that arrive after the deletion are known', () => {
    apply(merchantSettings, merchantOf(2, true));
    apply(dataKeySettings, keysOf(1, 'a', 'b'));
    expect(versions()).toEqual(['a', 'b']);
  });
});
