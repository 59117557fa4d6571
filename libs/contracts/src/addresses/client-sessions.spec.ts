import { type MerchantId, type ProfileId, Secret } from '@payorch/kernel';
import { ClientSessions } from './client-sessions';

const [first, second] = [new Secret('0f'.repeat(32)), new Secret('1e'.repeat(32))];
const session = {
  merchantId: 'acme' as MerchantId,
  profileId: 'pro_1' as ProfileId,
  clientSecret: 'pay_1_secret_x',
};
const sessions = new ClientSessions([first]);
const id = sessions.of(session);

it('an id is of its session alone, and can stand in a list of values', () => {
  expect(id).toMatch(/^cs_[A-Za-z0-9_-]{43}$/);
  expect([sessions.isOf(session, id), sessions.of(session)]).toEqual([true, id]);
  const others = [
    { ...session, merchantId: 'other' as MerchantId },
    { ...session, profileId: 'pro_2' as ProfileId },
    { ...session, clientSecret: 'pay_2_secret_x' },
  ];
  for (const other of others) expect(sessions.isOf(other, id)).toBe(false);
  for (const wrong of ['', 'cs_', `${id}x`, id.slice(0, -1)]) expect(sessions.isOf(session, wrong)).toBe(false);
});

it('ids of an earlier key stay valid while the key is there', () => {
  expect(new ClientSessions([second, first]).isOf(session, id)).toBe(true);
  expect(new ClientSessions([second]).isOf(session, id)).toBe(false);
});
