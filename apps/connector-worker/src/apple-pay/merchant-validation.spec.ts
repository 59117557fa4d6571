import { applePayOnTheWeb, testMerchantIdentity } from '@payorch/harness';
import { Shop } from '../../test/builders';
import { purposes } from '../sealed/purposes';
import { WalletDetailsOpener } from '../sealed/wallet-details-opener';
import type { Registration, Validation } from './apple-pay-gateway';
import { MerchantValidation } from './merchant-validation';

const shop = new Shop();
const { merchantId } = shop;
const { merchantConnectorId } = shop.account;
const sealOf = (details: object, purpose: string = purposes.walletDetails, of = merchantConnectorId) =>
  shop.keys.seal(JSON.stringify(details), of, merchantId, purpose);
const web = applePayOnTheWeb('shop.example');

interface AppleAnswers {
  readonly validation?: Validation;
  readonly registration?: Registration;
}

/** The service with these answers of Apple, with the calls of Apple and the log lines. */
function validationWith({
  validation = { kind: 'validated', session: { a: 1 } },
  registration = { kind: 'registered' },
}: AppleAnswers) {
  const calls: unknown[] = [];
  const logged: unknown[] = [];
  const service = new MerchantValidation({
    walletDetails: new WalletDetailsOpener(shop.keys.privateKeys),
    gateway: {
      validate: ({ request }, timeoutMs) => {
        calls.push([request.initiativeContext, timeoutMs]);
        return Promise.resolve(validation);
      },
      register: ({ request }, domainNames, timeoutMs) => {
        calls.push([request.merchantIdentifier, domainNames, timeoutMs]);
        return Promise.resolve(registration);
      },
    },
    logger: { warn: (facts: unknown) => void logged.push(facts) },
    registrationTimeoutMs: 3_000,
  });
  return { service, calls, logged };
}

/** The answer to one query, with the calls of Apple and the log lines. */
async function answerTo(sealedWalletDetails: string, validation?: Validation, domain?: string) {
  const { service, calls, logged } = validationWith(validation ? { validation } : {});
  const query = { merchantId, merchantConnectorId, sealedWalletDetails, ...(domain !== undefined && { domain }) };
  return { answer: await service.run(query, 2_000), calls, logged };
}

/** The same for a registration of one domain. */
async function registrationBy(sealedWalletDetails: string, registration?: Registration, timeoutMs = 2_000) {
  const { service, calls, logged } = validationWith(registration ? { registration } : {});
  const query = { merchantId, merchantConnectorId, sealedWalletDetails, domainNames: ['pay.shop.example'] };
  return { answer: await service.register(query, timeoutMs), calls, logged };
}

it('a validated shop has the session of Apple', async () => {
  const { answer, calls, logged } = await answerTo(sealOf(web));
  expect(answer).toEqual({ kind: 'validated', session: { a: 1 } });
  expect([calls, logged]).toEqual([[['shop.example', 2_000]], []]);
});

it('a session on a verified domain names it instead of the domain of the settings', async () => {
  const { calls } = await answerTo(sealOf(web), undefined, 'pay.shop.example');
  expect(calls).toEqual([['pay.shop.example', 2_000]]);
});

it.each([
  [2_000, 2_000],
  [9_000, 3_000],
])('with %i ms left, a registration has %i ms and the identifier of the merchant', async (leftMs, timeoutMs) => {
  const { answer, calls, logged } = await registrationBy(sealOf(web), undefined, leftMs);
  expect(answer).toEqual({ kind: 'registered' });
  expect([calls, logged]).toEqual([[['merchant.example.acme', ['pay.shop.example'], timeoutMs]], []]);
});

it.each<[Registration, string]>([
  [{ kind: 'refused', status: 400 }, 'refused'],
  [{ kind: 'unanswered', cause: 'timeout' }, 'unanswered'],
])('the answer %j of Apple about domains is logged with the account', async (registration, reason) => {
  const { answer, logged } = await registrationBy(sealOf(web), registration);
  expect(answer).toEqual({ kind: 'failed', reason });
  expect(logged).toEqual([{ merchantId, merchantConnectorId, registration }]);
});

it.each<[Validation, string]>([
  [{ kind: 'refused', status: 417 }, 'refused'],
  [{ kind: 'unanswered', cause: 'timeout' }, 'unanswered'],
])('the answer %j of Apple is logged with the account, without a secret', async (validation, reason) => {
  const { answer, logged } = await answerTo(sealOf(web), validation);
  expect(answer).toEqual({ kind: 'failed', reason });
  expect(logged).toEqual([{ merchantId, merchantConnectorId, validation }]);
  expect(JSON.stringify(logged)).not.toContain(testMerchantIdentity.certificate_keys);
});

it.each([
  ['of another account', sealOf(web, purposes.walletDetails, new Shop().account.merchantConnectorId)],
  ['of credentials', sealOf(web, purposes.credentials)],
  ['of another text', sealOf([])],
  ['of incomplete settings', sealOf(applePayOnTheWeb('', {}))],
  ['that is none', 'x'],
])('a seal %s causes no call', async (_, sealed) => {
  for (const ask of [answerTo, registrationBy]) {
    const { answer, calls } = await ask(sealed);
    expect([answer, calls]).toEqual([{ kind: 'failed', reason: 'unusable' }, []]);
  }
});
