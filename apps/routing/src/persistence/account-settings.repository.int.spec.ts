import { connectorAccountSettings } from '@payorch/contracts';
import type { FreshDatabase } from '@payorch/harness';
import { freshSchema } from '@payorch/harness';
import type { MerchantId } from '@payorch/kernel';
import { Secret } from '@payorch/kernel';
import { AccountSettings, messageRegistry } from '@payorch/platform/kafka';
import { inTransaction, openDatabase } from '@payorch/platform/postgres';
import { silentLogger } from '@payorch/platform/telemetry';
import type { DataSource } from 'typeorm';
import { anAccount, incoming, merchantId, profileId } from '../../test/builders';
import { SettingsCopy } from '../messages/settings-copy';
import { AccountSettingsRepository } from './account-settings.repository';
import { database } from './database';

describe('the copy of account settings', () => {
  let fresh: FreshDatabase & { readonly url: string };
  let dataSource: DataSource;
  let memory: AccountSettings;
  const faults: Error[] = [];

  const open = (repository = new AccountSettingsRepository(dataSource)) => {
    memory = new AccountSettings();
    return new SettingsCopy({
      settings: memory,
      repository,
      topic: 'accounts.config',
      registry: messageRegistry([connectorAccountSettings as never]),
      saveEveryMs: 5,
      onFault: (error) => faults.push(error),
    });
  };
  const everywhere = (statement: string) =>
    inTransaction(dataSource, { merchants: 'every' }, (sql) => sql.query(statement));
  const labels = () => memory.accountsOfProfile(merchantId, profileId).map(({ connectorLabel }) => connectorLabel);
  const changed = (accountVersion: number, connectorLabel: string, given = {}) =>
    incoming(connectorAccountSettings, anAccount(1, { accountVersion, connectorLabel, ...given }));

  beforeAll(async () => {
    fresh = await freshSchema('routing');
    dataSource = await openDatabase({ ...database, url: new Secret(fresh.url), logger: silentLogger });
  });
  afterAll(async () => {
    await dataSource.destroy();
    await fresh.drop();
  });
  beforeEach(async () => {
    await everywhere('DELETE FROM account_settings');
  });

  it('is loaded with its version after a restart', async () => {
    const before = open();
    before.apply(changed(3, 'newest'));
    before.apply(incoming(connectorAccountSettings, anAccount(2, { merchantId: 'other' as MerchantId })));
    await before.close();
    expect(await open().load()).toBe(2);
    expect(labels()).toEqual(['newest']);
    expect(memory.versionOf(merchantId)).toBe(3);
  });

  it('never replaces a setting by an older one', async () => {
    const first = open();
    first.apply(changed(5, 'newest'));
    first.apply(changed(4, 'late'));
    await first.close();
    const second = open();
    second.apply(changed(2, 'replayed'));
    await second.close();
    await open().load();
    expect(labels()).toEqual(['newest']);
  });

  it('stores that a setting is deleted', async () => {
    const copy = open();
    copy.apply(changed(1, 'there'));
    copy.apply(changed(2, 'gone', { deleted: true }));
    await copy.close();
    expect(await open().load()).toBe(1);
    expect(labels()).toEqual([]);
  });

  it('serves from memory while Postgres is down, and saves later', async () => {
    const real = new AccountSettingsRepository(dataSource);
    let isDown = true;
    const copy = open({
      all: (topic: string) => real.all(topic),
      saveNewer: (settings: Parameters<typeof real.saveNewer>[0]) =>
        isDown ? Promise.reject(new Error('down')) : real.saveNewer(settings),
    } as AccountSettingsRepository);
    copy.apply(changed(1, 'changed'));
    await until(() => faults.length > 1);
    expect(labels()).toEqual(['changed']);
    isDown = false;
    await until(async () => (await real.all('accounts.config')).length === 1);
    await copy.close();
  });

  it('skips a row that no longer decodes', async () => {
    const copy = open();
    copy.apply(changed(1, 'there'));
    await copy.close();
    await everywhere(`UPDATE account_settings SET body = '{}'`);
    expect(await open().load()).toBe(0);
  });
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
}
