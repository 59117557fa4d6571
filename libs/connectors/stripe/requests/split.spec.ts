import type { FlowName, FlowOperations } from '@payorch/connector-kit';
import { contentOf } from '@payorch/connector-kit';
import { sampleOperation } from '@payorch/connector-kit/conformance';
import { authorizedBy } from '../responses/status';
import { paymentIntent } from '../responses/wire';
import { accountOf, callsOf, destinationSplit, directSplit } from '../test/built-requests';

const authorize = (changes: Partial<FlowOperations['authorize']>) =>
  callsOf('authorize', sampleOperation('authorize', changes));
const fieldsOf = (changes: Partial<FlowOperations['authorize']>) =>
  contentOf(authorize(changes).at(-1)!.request) as Record<string, string>;
const splitIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => /fee|transfer|behalf/.test(name)));

describe('a split payment at Stripe', () => {
  it('a direct charge has the fee, and the header of every call of it names the connected account', () => {
    const calls = authorize({ split: directSplit, connectedAccount: 'acct_1' });
    expect(calls.length).toBeGreaterThan(1);
    for (const { request } of calls) expect(request.headers).toMatchObject({ 'stripe-account': 'acct_1' });
    expect(splitIn(fieldsOf({ split: directSplit }))).toEqual({ application_fee_amount: '150' });
  });

  it('a destination charge names the destination in its body and no account in its headers', () => {
    expect(splitIn(fieldsOf({ split: destinationSplit }))).toEqual({
      application_fee_amount: '150',
      'transfer_data[destination]': 'acct_1',
      on_behalf_of: 'acct_2',
    });
    for (const { request } of authorize({ split: destinationSplit }))
      expect(request.headers).not.toHaveProperty('stripe-account');
  });

  it('a fee of zero is left out, and a payment without a split has no such field', () => {
    expect(
      splitIn(fieldsOf({ split: { ...directSplit, applicationFee: 0n as typeof directSplit.applicationFee } })),
    ).toEqual({});
    expect(splitIn(fieldsOf({}))).toEqual({});
  });

  it.each<FlowName>(['capture', 'void', 'increment', 'sync', 'refund', 'refundSync'])(
    'the %s of a direct charge names the connected account, also at an account with another one',
    (name) => {
      for (const metadata of [null, { stripe_account: 'acct_own' }]) {
        const flow = accountOf(metadata).flow(name)!;
        const headers = (operation: object) =>
          flow.buildRequest(sampleOperation(name, { reference: 'pi_1', ...operation }) as never, {}).headers;
        expect(headers({ connectedAccount: 'acct_1' })).toMatchObject({ 'stripe-account': 'acct_1' });
        expect(headers({})['stripe-account']).toBe(metadata?.stripe_account);
      }
    },
  );

  it.each([
    [true, true, { refund_application_fee: 'true', reverse_transfer: 'true' }],
    [true, false, { refund_application_fee: 'true' }],
    [false, true, { reverse_transfer: 'true' }],
    [false, false, {}],
  ])('a refund that reverts the fee (%j) and the transfer (%j) says so', (platformFee, transfer, expected) => {
    const operation = sampleOperation('refund', { reference: 'pi_1', reverts: { platformFee, transfer } });
    const [{ request }] = callsOf('refund', operation) as [ReturnType<typeof callsOf>[number]];
    const fields = Object.entries(contentOf(request) as Record<string, string>);
    expect(Object.fromEntries(fields.filter(([name]) => /application_fee|transfer/.test(name)))).toEqual(expected);
  });
});

describe('the charge of a split payment', () => {
  const intent = (changes: object) =>
    paymentIntent.parse({
      id: 'pi_1',
      object: 'payment_intent',
      status: 'succeeded',
      amount: 6540,
      amount_received: 6540,
      currency: 'usd',
      capture_method: 'automatic',
      latest_charge: { id: 'ch_1' },
      ...changes,
    });
  const read = (changes: object, connectedAccount?: string) =>
    authorizedBy(intent(changes), { ...sampleOperation('authorize', {}), connectedAccount });

  it.each<[string, object, string | undefined]>([
    ['with a fee', { application_fee_amount: 150 }, undefined],
    ['with a destination', { transfer_data: { destination: 'acct_1' } }, undefined],
    ['without a fee, by its connected account', {}, 'acct_1'],
    ['whose charge is not expanded', { application_fee_amount: 150, latest_charge: 'ch_1' }, undefined],
  ])('%s is reported by its id', (_, changes, connectedAccount) =>
    expect(read(changes, connectedAccount)).toMatchObject({ kind: 'captured', charge: 'ch_1' }),
  );

  it('no other payment reports a charge', () => expect(read({})).not.toHaveProperty('charge'));
});
