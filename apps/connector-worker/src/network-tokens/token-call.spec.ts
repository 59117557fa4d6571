import type { Outcome } from '@payorch/contracts';
import { type CardReference, type MerchantId, newId, type OperationId, Secret } from '@payorch/kernel';
import { CurrentPrivateKeys, newX25519Jwk, seal } from '@payorch/platform/sealing';
import type { HttpRequest } from '@payorch/connector-kit';
import type { PreparedCall } from '../calls/prepared-call';
import { runPreliminaries } from '../operations/commands/preliminaries';
import { purposes } from '../sealed/purposes';
import { TokenCalls } from './token-call';
import type { Cryptogram } from './token-service';

const merchantId = 'acme' as MerchantId;
const operation = { merchantId, operationId: 'op_1' as OperationId };
const ring = new CurrentPrivateKeys(new Secret(JSON.stringify([newX25519Jwk('k1')])));
const reference = newId<CardReference>('nt');
const sealedToken = (of: MerchantId = merchantId, number = '4895370000000006') =>
  seal(JSON.stringify({ number }), {
    publicKey: ring.current,
    header: { reference, merchantId: of, purpose: purposes.networkToken },
  });
const token = { reference, sealed: sealedToken(), expiryMonth: '11', expiryYear: '2038' };

const declined: Outcome = {
  kind: 'declined',
  reference: null,
  retry: 'never',
  error: { code: 'D', message: 'no', reason: null },
};
const sending = (url: string): HttpRequest => ({ method: 'POST', url, headers: {}, body: '' }) as HttpRequest;
const callOf = (url: string, outcome: Outcome = declined): PreparedCall => ({
  before: [],
  request: () => sending(url),
  read: () => outcome,
});
const byNumber = callOf('number');
const byToken = (number: Secret, { cryptogram, eci }: { cryptogram: Secret; eci: string | null }) =>
  callOf(`token ${number.reveal()} ${cryptogram.reveal()} ${eci}`);

const made: Cryptogram = { kind: 'made', cryptogram: new Secret('crypto-1'), eci: '07' };
const away: Cryptogram = { kind: 'unanswered', cause: 'timeout' };

function setUp(answer: Cryptogram, isConfigured = true) {
  const cryptogram = jest.fn(() => Promise.resolve(answer));
  const options = { service: { isConfigured, cryptogram }, ring, timeoutMs: 2_000, logger: { warn: jest.fn() } };
  return { calls: new TokenCalls(options), cryptogram };
}
const noProcessor = { send: () => Promise.reject(new Error('a step called the processor')) };
const by = { account: 'mca_1', connector: 'adyen_test', flow: 'authorize' } as const;

/** The steps before the call, as an operation runs them. */
async function foundBy(call: PreparedCall, known = {}, leftMs = 5_000): Promise<Readonly<Record<string, string>>> {
  const until = performance.now() + leftMs;
  const result = await runPreliminaries(call.before, { processor: noProcessor, by, known, until });
  if (result.kind !== 'found') throw new Error('the steps ended the operation');
  return result.found;
}
const reply = { status: 200, headers: {}, body: '' };

describe('an authorization by network token', () => {
  it('sends the token with its cryptogram, which is stored sealed, and says that the token was declined', async () => {
    const { calls, cryptogram } = setUp(made);
    const call = calls.choose(operation, { token, byNumber, byToken });
    const found = await foundBy(call);
    expect(JSON.stringify(found)).not.toContain('crypto-1');
    expect(call.request(found)?.url).toBe('token 4895370000000006 crypto-1 07');
    expect(call.read(reply, found)).toEqual({ ...declined, byNetworkToken: true });
    expect(cryptogram).toHaveBeenCalledWith({ merchantId, reference }, 'op_1', expect.any(Number));
  });

  it('that is sent again has the same cryptogram', async () => {
    const first = setUp(made);
    const found = await foundBy(first.calls.choose(operation, { token, byNumber, byToken }));
    const second = setUp({ ...made, cryptogram: new Secret('crypto-2') });
    const again = second.calls.choose(operation, { token, byNumber, byToken });
    expect(again.request(await foundBy(again, found))?.url).toBe('token 4895370000000006 crypto-1 07');
    expect(second.cryptogram).not.toHaveBeenCalled();
  });

  it.each<[string, Cryptogram, number]>([
    ['the service makes no cryptogram', away, 5_000],
    ['no time is left for one', made, 0],
  ])('sends the number where %s, also when it is sent again', async (_name, answer, leftMs) => {
    const call = setUp(answer).calls.choose(operation, { token, byNumber, byToken });
    const found = await foundBy(call, {}, leftMs);
    expect([call.request(found)?.url, call.read(reply, found)]).toEqual(['number', declined]);
    const again = setUp(made).calls.choose(operation, { token, byNumber, byToken });
    expect(again.request(await foundBy(again, found))?.url).toBe('number');
  });

  it('sends nothing where the stored cryptogram opens no more: the processor may have the operation', async () => {
    const call = setUp(made).calls.choose(operation, { token, byNumber, byToken });
    const other = setUp(made).calls.choose(
      { ...operation, operationId: 'op_2' as OperationId },
      { token, byNumber, byToken },
    );
    expect(call.request(await foundBy(other))).toBeUndefined();
  });

  it.each<[string, Partial<typeof token>, boolean, PreparedCall]>([
    ['there is no token service', {}, false, byNumber],
    ['the token is another merchant’s', { sealed: sealedToken('other' as MerchantId) }, true, byNumber],
    [
      'a preliminary may carry the number',
      {},
      true,
      { ...byNumber, before: [{ name: 'x', run: () => Promise.resolve('') }] },
    ],
  ])('is one by number where %s', (_name, change, isConfigured, number) => {
    const { calls } = setUp(made, isConfigured);
    expect(calls.choose(operation, { token: { ...token, ...change }, byNumber: number, byToken })).toBe(number);
  });
});
