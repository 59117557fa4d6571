import { isRefusal } from '@payorch/contracts';
import { checkConfigKey } from './config-entry';

it.each([
  ...['max_auto_retries_enabled_acme', 'acme_requires_cvv', 'merchant_connector_details_enabled_pro_1'],
  ...['guard_blocklist_for_acme', 'step_up_enabled_acme', 'should_call_gsm_acme'],
])('the key %s acts', (key) => expect(checkConfigKey(key)).toBeUndefined());

it.each([
  ...['colour', 'max_auto_retries_enabled_', '_requires_cvv', 'routing_result_source_pro_1', 'step_up_enabled_'],
  ...[
    'should_store_eligibility_check_data_for_authentication_acme',
    'authentication_service_eligible_acme',
    'k'.repeat(255),
  ],
])('the key %s is refused by name: nothing reads it', (key) => {
  const refused = checkConfigKey(key);
  expect(isRefusal(refused) && refused.code).toBe('invalid_format');
  expect(JSON.stringify(refused)).toContain(`and ${key} is none`);
});

it.each(['', `max_auto_retries_enabled_${'k'.repeat(256)}`])('the length of %j is refused', (key) =>
  expect(checkConfigKey(key)).toMatchObject({ details: { expected: '1 to 255 characters' } }),
);
