import { errorHelp, refusals, refusalsByWireCode, type RefusalCode } from '@payorch/contracts';
import { escaped, page } from './page-layout';

/** A sentence with its `code` in backquotes as HTML. */
export const html = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Texts that are written for each case have no fixed words: only their cause helps. */
const textOf = (message: string): string => (message === '{message}' ? 'The message names the case.' : message);

function refusalHtml(code: RefusalCode): string {
  const { status, message } = refusals[code];
  const { cause, remedy } = errorHelp[code];
  return [
    `<h3>${escaped(textOf(message))}</h3>`,
    `<p>HTTP ${status}</p>`,
    `<dl><dt>Why</dt><dd>${html(cause)}</dd><dt>What to do</dt><dd>${html(remedy)}</dd></dl>`,
  ].join('\n');
}

/** Refusals with equal help stand once. */
function distinct(codes: readonly RefusalCode[]): RefusalCode[] {
  const seen = new Map(codes.map((code) => [refusalHtml(code), code]));
  return [...seen.values()];
}

const section = (wireCode: string, codes: readonly RefusalCode[]): string =>
  [`<h2 id="${wireCode}">${wireCode}</h2>`, ...distinct(codes).map(refusalHtml)].join('\n');

const contents = refusalsByWireCode()
  .map(([code]) => `<li><a href="#${code}">${code}</a></li>`)
  .join('');

/** The page at `/docs/errors`: a part for each error code, with every case that has it. */
export const errorsPage = page({
  title: 'Errors of the API',
  base: '../',
  current: 'docs/errors',
  navigation: { title: 'Error codes', html: `<h2>Error codes</h2><ul>${contents}</ul>` },
  main: `<h1>Errors</h1>
<p>Every error answer has a code in its body, and a <code>Link</code> header to its part of this page.
<a href="../docs">The reference</a> has the errors of each operation.</p>
${refusalsByWireCode()
  .map(([code, codes]) => section(code, codes))
  .join('\n')}`,
});
