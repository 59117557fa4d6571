import type { connectorAuthenticationStep, connectorAuthenticationSync, DataOf, SealedCard } from '@payorch/contracts';
import type { AuthenticationId, MerchantConnectorId, MerchantId, OperationId, ProfileId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { anOperation } from '../../../test/operations';
import { outcomeMessage } from '../outcome-message';
import { callOfAuthentication, factsOfAuthentication } from './authentication-call';
import { factsOf } from './call-command';

const authenticationId = 'authn_1' as AuthenticationId;
const ids = {
  operationId: 'op_1' as OperationId,
  merchantId: 'acme_1' as MerchantId,
  profileId: 'pro_1' as ProfileId,
  authenticationId,
  account: { merchantConnectorId: 'mca_1' as MerchantConnectorId, connector: 'threedsecureio' },
};
const card = { reference: 'card_1', last4: '4242', cvc: 'absent' } as unknown as SealedCard;
const requested = money(6540n, 'USD');
const asPayment = { paymentId: 'authn_1', attemptId: 'authn_1' };

const steps: Readonly<Record<string, DataOf<typeof connectorAuthenticationStep>['step']>> = {
  pre_authenticate: { flow: 'pre_authenticate', card, requestorUrl: 'https://acme.example' },
  authenticate: {
    flow: 'authenticate',
    reference: 'server_1',
    version: '2.2.0',
    money: requested,
    card,
    methodCompletion: 'Y',
    requestsChallenge: true,
    requestorUrl: 'https://acme.example',
    returnUrl: 'https://pay.example/r',
    sealedDetails: 'd1.x',
  },
};

describe.each(Object.entries(steps))('the step %s without a payment', (flow, step) => {
  it('is the step of a payment, and its row names the authentication', () => {
    const call = callOfAuthentication({ ...ids, step });
    const { flow: _, ...fields } = step;
    expect(call).toMatchObject({ flow, authenticationId, data: { ...asPayment, operationId: 'op_1', ...fields } });
    expect(factsOf(call)).toMatchObject({ ...asPayment, flow, authenticationId, relayId: null });
  });

  it('has the row of a sync where no worker has begun it', () => {
    const sync: DataOf<typeof connectorAuthenticationSync> = {
      ...ids,
      flow: step.flow,
      reference: step.flow === 'authenticate' ? 'server_1' : null,
      money: requested,
      round: 3,
    };
    expect(factsOfAuthentication(sync)).toEqual(factsOf(callOfAuthentication({ ...ids, step })));
  });
});

it('the outcome of a step goes to the authentication, not to a payment', () => {
  const operation = anOperation({ authenticationId, flow: 'authenticate' });
  const report = { operation, outcome: { kind: 'absent' }, source: 'sync', messageId: 'm' } as const;
  const cause = { messageId: 'c', correlationId: 'c', traceparent: 't', occurredAt: new Date() };
  const { message, data } = outcomeMessage(report, cause, new Date());
  expect(message.type).toBe('connector.authentication_outcome');
  expect(data).toMatchObject({ authenticationId, source: 'sync', outcome: { kind: 'absent' } });
  expect(data).not.toHaveProperty('paymentId');
});
