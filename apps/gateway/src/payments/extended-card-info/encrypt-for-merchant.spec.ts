import { compactDecrypt } from 'jose';
import { generateKeyPairSync } from 'node:crypto';
import { encryptForMerchant } from './encrypt-for-merchant';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });

it('the merchant decrypts with a library, and every text has a key of its own', async () => {
  const { publicKey: key } = pair;
  const [first, second] = [encryptForMerchant('ü {"a":1}', key), encryptForMerchant('ü {"a":1}', key)];
  expect(first).not.toBe(second);
  const { plaintext, protectedHeader } = await compactDecrypt(first, pair.privateKey);
  expect(Buffer.from(plaintext).toString()).toBe('ü {"a":1}');
  expect(protectedHeader).toEqual({ alg: 'RSA-OAEP-256', enc: 'A256GCM', typ: 'JWT' });
});

it('a text whose header was changed does not decrypt', async () => {
  const [, ...rest] = encryptForMerchant('x', pair.publicKey).split('.');
  const other = Buffer.from('{"alg":"RSA-OAEP-256","enc":"A256GCM"}').toString('base64url');
  await expect(compactDecrypt([other, ...rest].join('.'), pair.privateKey)).rejects.toThrow();
});
