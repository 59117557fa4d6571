import path from 'node:path';

/** What a page may name. `files`: paths from the root. `scripts`: those of package.json. `textOf`: a file's content, for anchors. */
export interface Repository {
  readonly files: readonly string[];
  readonly scripts: readonly string[];
  /** Folders that git ignores: what a run writes there is in no checkout. */
  readonly ignored: readonly string[];
  readonly textOf: (file: string) => string;
}

/** A word in back-ticks, or a link, with the number of its line. */
interface Named {
  readonly text: string;
  readonly line: number;
}

/** Files with these endings are paths also without a folder; other words with a dot are keys of a body, metrics and hosts. */
const sources = /\.(?:ts|mjs|cjs|md|tsv|sql)$/;
const pathLike = /^[\w.<{*…][\w.@<>{}*,…+-]*(?:\/[\w.@<>{}*,…+-]*)*$/;
/** The processor that the pages add as an example: its folders are the reader's. */
const example = 'acmepay';

/** The page without its fenced blocks, with as many lines. */
const prose = (text: string): string =>
  text.replaceAll(/^ *```[\s\S]*?^ *```/gm, (block) => '\n'.repeat(block.split('\n').length - 1));

const found = (text: string, pattern: RegExp): readonly (Named & { readonly match: RegExpMatchArray })[] =>
  [...text.matchAll(pattern)].map((match) => ({
    match,
    text: match[1] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));

const isReadme = (page: string): boolean => path.basename(page) === 'README.md' && page.includes('/');

/** Whether a word in back-ticks names a file or a folder of the repository. */
function isPath(word: string, { files, ignored }: Repository): boolean {
  const [first = '', ...rest] = word.split('/');
  if (!pathLike.test(word) || ignored.includes(first)) return false;
  if (rest.length > 0 && files.some((file) => file.startsWith(`${first}/`))) return true;
  return sources.test(word) || word.endsWith('/');
}

const alternatives = (list: string): string => (list.includes(',') ? `(?:${list.split(',').join('|')})` : '[^/]*');

/** `*`, `<name>` and `{id}` stand for one name or a part of it, `{a,b}` for either, `**` and `…` for anything. */
const patternOf = (word: string): string =>
  word
    .replace(/\/$/, '')
    .split(/(\*\*|\*|…|<[^>]*>|\{[^}]*\})/)
    .map((part) => {
      if (part === '**' || part === '…') return '.*';
      if (part === '*' || part.startsWith('<')) return '[^/]*';
      if (part.startsWith('{')) return alternatives(part.slice(1, -1));
      return part.replaceAll(/[.+]/g, '\\$&').replaceAll(example, '[^/]+');
    })
    .join('');

/** A path is written from the root, or shortened: in a README below its folder, in another page by its last names. */
function exists(word: string, page: string, { files }: Repository): boolean {
  const folder = isReadme(page) ? `${path.dirname(page)}/` : '';
  const isOne = new RegExp(`^(?:${folder}(?:.*/)?)?${patternOf(word)}(?:/|$)`);
  return files.some((file) => isOne.test(file));
}

/** Words in back-ticks; of `node tools/check.mjs --fix` each word. A path that the page calls `(gone)` is left out. */
const wordsIn = (text: string): readonly Named[] =>
  found(prose(text), /`([^`\n]+)`(?! \(gone\))/g).flatMap(({ text: span, line }) =>
    span.split(/\s+/).map((word) => ({ text: word.replace(/[,;:.)]+$/, ''), line })),
  );

/** The anchor of a heading. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text: string): readonly string[] =>
  found(prose(text), /^#{1,6} (.+)$/gm).map(({ text: heading }) => slugOf(heading));

function wrongLink(target: string, page: string, { files, textOf }: Repository): string | undefined {
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? page : path.posix.join(path.posix.dirname(page), decodeURI(file)).replace(/\/$/, '');
  if (place !== page && !files.some((one) => one === place || one.startsWith(`${place}/`)))
    return `the link leads to no file: ${target}`;
  if (anchor === undefined || !place.endsWith('.md')) return undefined;
  return anchorsOf(textOf(place)).includes(anchor) ? undefined : `the link leads to no heading: ${target}`;
}

/** What a page names and the repository does not have: paths in back-ticks, links, npm scripts, tools; each with its line. */
export function missingIn(page: string, repository: Repository): readonly string[] {
  const text = repository.textOf(page);
  const paths = wordsIn(text)
    .filter(({ text: word }) => isPath(word, repository) && !exists(word, page, repository))
    .map(({ text: word, line }) => ({ line, text: `there is no ${word}` }));
  const scripts = found(text, /npm run (?:-+\w+ )*([a-z][\w:-]*)/g)
    .filter(({ text: name }) => !repository.scripts.includes(name))
    .map(({ text: name, line }) => ({ line, text: `there is no script ${name}` }));
  const tools = found(text, /node (?:\S*\/)?(tools\/[\w./-]+)/g)
    .filter(({ text: tool }) => !repository.files.includes(tool))
    .map(({ text: tool, line }) => ({ line, text: `there is no ${tool}` }));
  const links = found(prose(text), /\]\((?!\w+:)([^)\s]+)\)/g).flatMap(({ text: target, line }) => {
    const wrong = wrongLink(target, page, repository);
    return wrong === undefined ? [] : [{ line, text: wrong }];
  });
  return [
    ...new Set([...paths, ...scripts, ...tools, ...links].map(({ line, text: what }) => `${page}:${line}: ${what}`)),
  ];
}

/** The pages that are checked: all of docs, and the README of every folder. */
export const isPage = (file: string): boolean => /^docs\/.*\.md$/.test(file) || path.basename(file) === 'README.md';
