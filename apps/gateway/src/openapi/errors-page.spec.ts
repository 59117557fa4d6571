import { errorHelp, errorHelpAddress, refusals, type RefusalCode } from '@payorch/contracts';
import { errorsPage } from './errors-page';

const codes = Object.keys(refusals) as RefusalCode[];

it.each([...new Set(codes.map((code) => refusals[code].code))])('the page has one part for %s', (code) => {
  const anchor = errorHelpAddress(code).split('#')[1]!;
  expect(errorsPage.split(`id="${anchor}"`)).toHaveLength(2);
});

it.each(codes)('the help for %s is in whole sentences, and on the page', (code) => {
  const { cause, remedy } = errorHelp[code];
  for (const text of [cause, remedy]) {
    expect(text).toMatch(/^[A-Z`].*[.]$/);
    expect(errorsPage).toContain(text.split('`')[0]);
  }
});

it('the page runs no script and has no external address', () =>
  expect(errorsPage).not.toMatch(/<script|https?:\/\/|style=/));
