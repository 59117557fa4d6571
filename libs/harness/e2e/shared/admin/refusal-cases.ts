import { randomBytes } from 'node:crypto';
import { aMerchant, ok, sharedSystem, type Answer, type TestMerchant } from '@payorch/harness';
import { absent, unreadable, withoutPlace, type StatusAndBody } from '../../support/wire';
import { gsmBody, operatorOf } from './operator';

export type Call = () => Promise<Answer>;
/** The error, a request with this error, and the expected answer. */
export type Row = [what: string, call: Call, expected: StatusAndBody | (() => StatusAndBody)];

const tag = randomBytes(4).toString('hex');
/** The merchant of these specs, and the name that other objects already use. */
export const acme = `acme_${tag}`;
export const taken = `taken_${tag}`;
/** A key of a config that acts. */
export const takenConfig = `max_auto_retries_enabled_${taken}`;

async function prepare(system: ReturnType<typeof sharedSystem>): Promise<TestMerchant> {
  const merchant = await aMerchant(system, { merchantId: acme });
  ok(await system.admin.post('/organization', { organization_name: taken }));
  ok(await system.admin.post('/gsm', gsmBody(taken)));
  ok(await system.admin.post('/configs/', { key: takenConfig, value: '1' }));
  ok(await merchant.api.post(`/account/${acme}/business_profile`, { profile_name: 'second' }));
  ok(await system.admin.post(`/accounts/${acme}`, { merchant_id: acme, default_profile: merchant.profileId }));
  return merchant;
}

/** Spec files that run in turn share this module: what is refused changes nothing, so one merchant serves them all. */
let prepared: Promise<TestMerchant> | undefined;

/**
 * The merchant `acme` with two profiles, and one object of each other kind with a used name.
 */
export function aGateway() {
  const system = sharedSystem();
  let merchant: TestMerchant;
  beforeAll(async () => {
    merchant = await (prepared ??= prepare(system));
  });
  return {
    system: () => system,
    merchant: () => merchant,
    connectorId: () => merchant.connectors['stripe_test'].merchant_connector_id as string,
    admin:
      (path: string, body: object): Call =>
      () =>
        system.admin.post(path, body),
    read:
      (path: string): Call =>
      () =>
        system.admin.get(path),
    put:
      (path: string, body: object): Call =>
      () =>
        operatorOf(system).put(path, body),
    remove:
      (path: string): Call =>
      () =>
        operatorOf(system).remove(path),
    byMerchant:
      (path: string, body: object): Call =>
      () =>
        merchant.api.post(path, body),
  };
}

export const check = async (call: Call, expected: StatusAndBody | (() => StatusAndBody)) =>
  expect(withoutPlace(await call())).toEqual(typeof expected === 'function' ? expected() : expected);

export const json = (text: string) => unreadable(`Json deserialize error: ${text}`);
export const noMerchant = absent('Merchant account does not exist in our records');
