import { typeFactOf } from './method-type';

it.each([
  ['card', 'credit', ['card_type', 'credit']],
  ['wallet', 'apple_pay', ['wallet', 'apple_pay']],
  ['bank_redirect', 'ideal', ['bank_redirect', 'ideal']],
  ['bank_redirect', 'swish', ['wallet', 'swish']],
  ['reward', 'classic', ['reward', 'classic_reward']],
  ['card', 'apple_pay', undefined],
  // `not_equal` holds for it, as for every type that a rule does not name.
  ['wallet', 'nothing', ['wallet', 'nothing']],
  ['wallet', '', undefined],
  ['amount', '1', undefined],
  ['constructor', 'name', undefined],
])('the type of %s/%s is compared as %j', (method, type, fact) => expect(typeFactOf(method, type)).toEqual(fact));
