import { isRefusal } from '@payorch/contracts';
import { checkConfigKey, checkConfigValue } from './config-entry';

it.each([
  ...['max_auto_retries_enabled_acme', 'acme_requires_cvv', 'merchant_connector_details_enabled_pro_1'],
  ...['guard_blocklist_for_acme', 'step_up_enabled_acme', 'should_call_gsm_acme'],
  ...['authentication_service_eligible_acme', 'routing_result_source_pro_1', 'poll_config_external_three_ds_netcetera'],
])('the key %s acts', (key) => expect(checkConfigKey(key)).toBeUndefined());

it.each([
  ...['colour', 'max_auto_retries_enabled_', '_requires_cvv', 'routing_result_source_', 'step_up_enabled_'],
  ...['should_store_eligibility_check_data_for_authentication_acme', 'poll_config_external_three_ds_', 'k'.repeat(255)],
])('the key %s is refused by name: nothing reads it', (key) => {
  const refused = checkConfigKey(key);
  expect(isRefusal(refused) && refused.code).toBe('invalid_format');
  expect(JSON.stringify(refused)).toContain(`and ${key} is none`);
});

it.each(['', `max_auto_retries_enabled_${'k'.repeat(256)}`])('the length of %j is refused', (key) =>
  expect(checkConfigKey(key)).toMatchObject({ details: { expected: '1 to 255 characters' } }),
);

const routing = 'routing_result_source_pro_1';
const poll = 'poll_config_external_three_ds_netcetera';
const lane = 'connector_lane_stripe';

it.each([
  [routing, 'hyperswitch_routing'],
  [routing, ' hyperswitch_routing\n'],
  [poll, '{"delay_in_secs":5,"frequency":12}'],
  ['step_up_enabled_acme', 'any'],
  [lane, 'big_shop'],
])('%s takes the value %j', (key, value) => expect(checkConfigValue({ key, value })).toBeUndefined());

it.each([
  [routing, 'decision_engine'],
  [routing, ''],
  [poll, '{"delay_in_secs":5}'],
  [poll, '{"delay_in_secs":901,"frequency":5}'],
  [poll, 'soon'],
  [lane, 'Big shop'],
  [lane, ''],
])('%s refuses the value %j: it could not act', (key, value) => {
  const refused = checkConfigValue({ key, value });
  expect(isRefusal(refused) && [refused.code, refused.details.field]).toEqual(['invalid_format', 'value']);
});
