import type { ConfigSettings, GsmRuleSettings, MessageDefinition } from '@payorch/contracts';
import { configSettings, gsmRuleSettings } from '@payorch/contracts';
import type { MerchantId } from '@payorch/kernel';
import { AccountSettings } from './account-settings';
import { aContext } from '../kafka.fixture';

const updatedAt = '2026-11-21T05:00:00Z';
const key = { connector: 'stripe_test', flow: 'Payment', subFlow: 'Authorize', code: '51', message: 'no funds' };

const rule = (version: number, change: Partial<GsmRuleSettings> = {}): GsmRuleSettings => ({
  version,
  updatedAt,
  deleted: false,
  ...key,
  status: 'Failure',
  routerError: null,
  decision: 'retry',
  stepUpPossible: false,
  clearPanPossible: false,
  alternateNetworkPossible: false,
  unifiedCode: 'UE_1000',
  unifiedMessage: 'Issue with payment method details',
  errorCategory: null,
  standardisedCode: null,
  description: null,
  userGuidanceMessage: null,
  ...change,
});
const config = (version: number, value: string, deleted = false): ConfigSettings => ({
  version,
  updatedAt,
  deleted,
  key: 'k',
  value,
});

let settings: AccountSettings;
beforeEach(() => {
  settings = new AccountSettings();
});
const apply = <Data>(message: MessageDefinition<Data>, data: Data) =>
  settings.apply({
    message: message as MessageDefinition,
    data,
    key: message.keyOf(data),
    context: aContext(),
    origin: { topic: message.topic, partition: 0, offset: '0' },
  });

it('a rule is found by all five texts of its key', () => {
  apply(gsmRuleSettings, rule(1));
  expect(settings.global.gsmRule(key)?.unifiedCode).toBe('UE_1000');
  for (const field of Object.keys(key)) expect(settings.global.gsmRule({ ...key, [field]: 'x' })).toBeUndefined();
});

it('the newest version of a rule is used, and a deleted rule is not found', () => {
  apply(gsmRuleSettings, rule(3, { decision: 'do_default' }));
  apply(gsmRuleSettings, rule(2));
  expect(settings.global.gsmRule(key)?.decision).toBe('do_default');
  apply(gsmRuleSettings, rule(4, { deleted: true }));
  apply(gsmRuleSettings, rule(3));
  expect(settings.global.gsmRule(key)).toBeUndefined();
});

it('a config value is found by its key', () => {
  apply(configSettings, config(1, 'a'));
  expect(settings.global.config('k')).toBe('a');
  expect(settings.global.config('other')).toBeUndefined();
  apply(configSettings, config(2, 'a', true));
  expect(settings.global.config('k')).toBeUndefined();
});

it('global settings do not count as settings of a merchant', () => {
  apply(gsmRuleSettings, rule(9));
  expect(settings.versionOf('undefined')).toBe(0);
  expect(settings.merchant('m1' as MerchantId)).toBeUndefined();
});
