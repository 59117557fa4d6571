import { createHash } from 'node:crypto';
import { barStyles, pageStyles } from './page-styles';

export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A name that changes with the content, so that browsers may store the file: `pages.0f….css`. */
export function hashedName(name: string, content: string | Buffer): string {
  const [stem, ending] = name.split('.');
  return `${stem}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${ending}`;
}

export const stylesName = hashedName('pages.css', pageStyles);
export const barStylesName = hashedName('bar.css', barStyles);

/** The head of every page. `base` leads to the root of the service: addresses are relative, under any public path. */
export const head = (title: string, base: string, styles = stylesName): string => `<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="stylesheet" href="${base}docs/${styles}">
    <link rel="icon" type="image/svg+xml" href="${base}docs/favicon.svg">
  </head>`;

const parts = [
  ['docs', 'API reference'],
  ['docs/guides', 'Guides'],
  ['docs/errors', 'Errors'],
  ['topics', 'Events'],
] as const;

export type Part = (typeof parts)[number][0];

/** The bar above every page, with the part of the documentation that the page belongs to. */
export function bar(base: string, current?: Part): string {
  const links = parts.map(
    ([path, title]) => `<a href="${base}${path}"${path === current ? ' aria-current="page"' : ''}>${title}</a>`,
  );
  return `<header class="bar"><a class="home" href="${base || './'}">payorch</a>${links.join('')}</header>`;
}

interface PageParts {
  readonly title: string;
  readonly base: string;
  readonly current?: Part;
  /** The links beside the page; on a narrow screen the reader opens them above it. */
  readonly navigation: { readonly title: string; readonly html: string };
  readonly main: string;
}

/** A whole page of the documentation. It needs no script. */
export const page = ({ title, base, current, navigation, main }: PageParts): string => `<!doctype html>
<html lang="en">
  ${head(title, base)}
  <body>
    ${bar(base, current)}
    <div class="columns">
      <nav class="side" aria-label="${navigation.title}">${navigation.html}</nav>
      <details class="menu"><summary>${navigation.title}</summary><nav>${navigation.html}</nav></details>
      <main>
${main}
      </main>
    </div>
  </body>
</html>
`;
