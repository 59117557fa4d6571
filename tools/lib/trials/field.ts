import type { Trial } from './trial';

/** A field of an authorization, from the interface to the request of one connector; `npm run generate:rest` writes its class. */
export const addField = (trial: Trial): Trial =>
  trial
    .insert(
      'api',
      'openapi.json',
      { after: '      "PaymentsRequest": {\n        "type": "object",\n        "properties": {\n' },
      '          "sales_channel": {\n            "type": "string",\n            "nullable": true\n          },\n',
    )
    .insert(
      'apps/payments/src/payments/domain',
      'terms/terms.ts',
      { before: "    /** Whether the merchant opens the bank's page in a popup. */" },
      "    /** Where the merchant sells. */\n    salesChannel: textOf(details['sales_channel']),\n",
    )
    .insert(
      'libs/operations/src',
      'declared/authorize.ts',
      { before: '    /** Requests an extended authorization' },
      '    /** Where the merchant sells. */\n    salesChannel: z.string().optional(),\n',
    )
    .insert(
      'apps/payments/src/payments/domain',
      'authorize-operation.ts',
      { before: '    ...terms.descriptors,\n' },
      '    ...(terms.salesChannel !== null && { salesChannel: terms.salesChannel }),\n',
    )
    .insert(
      'libs/connectors/test-processor',
      'flows/authorize.ts',
      { before: '        webhook_url: account.webhookUrl,' },
      '        sales_channel: operation.salesChannel,\n',
    );

/** What proves it: a spec, and the text of the reference. */
export const proveField = (trial: Trial): Trial =>
  trial
    .insert(
      'libs/rest/src/words',
      'fields/payment.json',
      { before: '  "amount": ' },
      '  "sales_channel": "Where the merchant sells.",\n',
    )
    .write('apps/payments/src/payments/domain/authorization/sales-channel.spec.ts', spec);

const spec = `import { sampleOperation } from '@payorch/connector-kit/conformance';
import { registry } from '@payorch/connectors';
import type { OperationId } from '@payorch/kernel';
import { PaymentsRequest } from '@payorch/rest';
import { aContext, aPayment } from '../../../../test/builders';
import type { Attempt } from '../attempts/attempt';
import { activeAttempt } from '../payment';
import { operationOf } from './authorize-operation';

it('the channel of a request reaches the processor', () => {
  const sent: Pick<PaymentsRequest, 'sales_channel'> = { sales_channel: 'kiosk' };
  const payment = aPayment.authorizing({ details: { ...sent } });
  const attempt = activeAttempt(payment) as Attempt<'authorizing'>;
  const { salesChannel } = operationOf(payment, attempt, 'op_1' as OperationId, aContext());
  expect(salesChannel).toBe('kiosk');
  const account = { details: { auth_type: 'HeaderKey', api_key: 'k' }, metadata: null, baseUrl: 'https://processor.example' };
  const flow = registry.stripe_test.bind(account)!.flow('authorize')!;
  const { body } = flow.buildRequest(sampleOperation('authorize', { salesChannel }), {});
  expect(JSON.parse(String(body))).toMatchObject({ sales_channel: 'kiosk' });
});
`;
