import { directionOf, pageLocaleOf } from './page-locale';

it.each([
  [['de-AT'], 'de'],
  [['PT_br'], 'pt'],
  [['xx', 'fr;q=0.5', 'de'], 'fr'],
  [[null, undefined, ''], 'en'],
  [['constructor'], 'en'],
  [['ja'], 'ja'],
])('of %j the page has %s', (tags, expected) => expect(pageLocaleOf(tags)).toBe(expected));

it('Arabic is written from right to left', () => {
  expect([directionOf('ar'), directionOf('pl')]).toEqual(['rtl', 'ltr']);
});
