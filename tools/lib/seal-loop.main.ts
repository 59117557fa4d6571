import { generateKeyPairSync } from 'node:crypto';
import { writeSync } from 'node:fs';
import { newX25519Jwk } from '../../libs/platform/sealing/crypto/x25519';
import { seal } from '../../libs/platform/sealing/crypto/jwe';
import { parsePublicKeys } from '../../libs/platform/sealing/keys';

/** The loops that `prove-sealing.mjs` runs in separate processes: `generated` is the pair of calls that hangs, `sealed` is ours. */
const rounds = {
  generated: () => () => generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }).x,
  sealed: () => {
    const [publicKey] = parsePublicKeys([newX25519Jwk('proof')]);
    const header = { reference: 'card_proof', merchantId: 'merchant_proof', purpose: 'card_number' };
    return () => seal('4242424242424242', { publicKey: publicKey!, header });
  },
} as const;

/** Garbage of random size: with equal rounds the garbage collections would always occur at the same places. */
const garbage = (text: unknown): unknown[] => new Array(1 + Math.floor(Math.random() * 8)).fill(text);

const [kind = 'sealed', count = '1000'] = process.argv.slice(2);
const once = rounds[kind === 'generated' ? 'generated' : 'sealed']();
for (let done = 1; done <= Number(count); done += 1) {
  garbage(once());
  if (done % 1_000 === 0 || done === Number(count)) writeSync(1, `${done}\n`);
}
