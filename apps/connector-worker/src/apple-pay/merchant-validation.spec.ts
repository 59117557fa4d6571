import { applePayOnTheWeb, testMerchantIdentity } from '@payorch/harness';
import { Shop } from '../../test/builders';
import { purposes } from '../sealed/purposes';
import { WalletDetailsOpener } from '../sealed/wallet-details-opener';
import type { Validation } from './apple-pay-gateway';
import { MerchantValidation } from './merchant-validation';

const shop = new Shop();
const { merchantId } = shop;
const { merchantConnectorId } = shop.account;
const sealOf = (details: object, purpose: string = purposes.walletDetails, of = merchantConnectorId) =>
  shop.keys.seal(JSON.stringify(details), of, merchantId, purpose);
const web = applePayOnTheWeb('shop.example');

/** The answer to one query, with the calls of Apple and the log lines. */
async function answerTo(
  sealedWalletDetails: string,
  validation: Validation = { kind: 'validated', session: { a: 1 } },
) {
  const calls: unknown[] = [];
  const logged: unknown[] = [];
  const validate = new MerchantValidation({
    walletDetails: new WalletDetailsOpener(shop.keys.privateKeys),
    gateway: {
      validate: ({ request }, timeoutMs) => {
        calls.push([request.initiativeContext, timeoutMs]);
        return Promise.resolve(validation);
      },
    },
    logger: { warn: (facts: unknown) => void logged.push(facts) },
  });
  const answer = await validate.run({ merchantId, merchantConnectorId, sealedWalletDetails }, 2_000);
  return { answer, calls, logged };
}

it('a validated shop has the session of Apple', async () => {
  const { answer, calls, logged } = await answerTo(sealOf(web));
  expect(answer).toEqual({ kind: 'validated', session: { a: 1 } });
  expect([calls, logged]).toEqual([[['shop.example', 2_000]], []]);
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
  const { answer, calls } = await answerTo(sealed);
  expect([answer, calls]).toEqual([{ kind: 'failed', reason: 'unusable' }, []]);
});
