import { languagesIn } from './languages';

describe('the languages of a header', () => {
  it.each([
    [undefined, ['']],
    ['de', ['de']],
    ['de-AT, en;q=0.8', ['de-AT', 'en']],
    ['en;q=0.2, fr;q=0.9, de', ['de', 'fr', 'en']],
    ['en;q=0, fr', ['fr']],
    ['en;q=much, fr', ['fr']],
    ['it,de', ['it', 'de']],
  ])('%s is %j', (header, languages) => expect(languagesIn(header)).toEqual(languages));

  it('a long header is read only in part', () => expect(languagesIn('de,'.repeat(5_000)).length).toBe(32));
});
