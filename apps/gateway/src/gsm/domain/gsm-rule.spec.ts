import { z } from 'zod';
import { gsmRuleMessage, gsmRuleView, newGsmRule, updatedGsmRule } from './gsm-rule';

const sent = {
  connector: 'stripe_test',
  flow: 'Payment',
  sub_flow: 'Authorize',
  code: 'card_declined',
  message: 'Your card was declined.',
  status: 'Failure',
  decision: 'retry',
  step_up_possible: true,
  clear_pan_possible: false,
  unified_code: 'UE_1000',
} as const;
const retry = {
  step_up_possible: false,
  clear_pan_possible: true,
  alternate_network_possible: true,
  decision: 'do_default',
} as const;

it('the view has every key, with retry also as a feature', () =>
  expect(JSON.stringify(gsmRuleView(newGsmRule(sent)))).toBe(
    JSON.stringify({
      connector: 'stripe_test',
      flow: 'Payment',
      sub_flow: 'Authorize',
      code: 'card_declined',
      message: 'Your card was declined.',
      status: 'Failure',
      router_error: null,
      decision: 'retry',
      step_up_possible: true,
      unified_code: 'UE_1000',
      unified_message: null,
      error_category: null,
      clear_pan_possible: false,
      feature: 'retry',
      feature_data: {
        retry: {
          step_up_possible: true,
          clear_pan_possible: false,
          alternate_network_possible: false,
          decision: 'retry',
        },
      },
      standardised_code: null,
      description: null,
      user_guidance_message: null,
    }),
  ));

it('feature_data takes precedence over the single fields', () =>
  expect(gsmRuleView(newGsmRule({ ...sent, feature_data: { retry } }))).toMatchObject({
    decision: 'do_default',
    step_up_possible: false,
    clear_pan_possible: true,
    feature_data: { retry },
  }));

it('an update leaves absent fields', () => {
  const stored = newGsmRule({ ...sent, feature_data: { retry } });
  expect(updatedGsmRule(stored, { decision: 'retry', unified_message: 'Try again', router_error: null })).toEqual({
    key: stored.key,
    details: { ...stored.details, unified_message: 'Try again', retry: { ...retry, decision: 'retry' } },
  });
});

it('the settings message fits its schema, also after deletion', () => {
  const { message, data } = gsmRuleMessage(newGsmRule(sent), 4, true);
  expect(z.encode(message.schema, data)).toMatchObject({
    version: 4,
    deleted: true,
    decision: 'retry',
    subFlow: 'Authorize',
  });
  expect(message.keyOf(data)).toBe(
    'gsm_rule/stripe_test/Payment/Authorize/card_declined/Your%20card%20was%20declined.',
  );
});
