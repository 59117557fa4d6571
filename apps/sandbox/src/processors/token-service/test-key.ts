import { type OkpPrivateJwk, parsePrivateKeys } from '@payorch/platform/sealing';
import { sandboxKeyId } from '@payorch/platform/config';
import { Secret } from '@payorch/kernel';

/** Test material: the key for which cards are sealed. Its public half is in the settings of every test system. */
const testKey: OkpPrivateJwk = {
  kty: 'OKP',
  crv: 'X25519',
  kid: sandboxKeyId,
  x: 'WVLL6axrnA9yH_RnsJtDqxuKDLXjOVS-CwyPKfPeWxA',
  d: 'GJBT2rZUM5MUmH0ztb1fc3-oIIKZWGOY69bivnbPBHs',
};

export const testKeys = parsePrivateKeys(new Secret(JSON.stringify([testKey])));
