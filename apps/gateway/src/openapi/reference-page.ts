import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { apiDocument } from './document';
import { bar, barStylesName, hashedName, head, stylesName } from './page-layout';
import { barStyles, pageStyles } from './page-styles';
import { startScript } from './start-script';

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  /** The body in gzip. */
  readonly small: Buffer;
}

const zipped = promisify(gzip);

const assetOf = async (type: string, body: Buffer): Promise<Asset> => ({ type, body, small: await zipped(body) });

const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57c2"/><path d="M7 12h12l-4-4 2-2 8 7-8 7-2-2 4-4H7zm18 8v2H13l4 4-2 2-8-7 3-2z" fill="#fff"/></svg>`;

const script = 'text/javascript; charset=utf-8';
const css = 'text/css; charset=utf-8';

const startName = hashedName('start.js', startScript);

/** The files that are written here, by name. */
const texts: Readonly<Record<string, readonly [type: string, text: string] | undefined>> = {
  [startName]: [script, startScript],
  [stylesName]: [css, pageStyles],
  [barStylesName]: [css, barStyles],
  'favicon.svg': ['image/svg+xml', favicon],
  'payment-states.svg': ['image/svg+xml', apiDocument.info['x-payment-states']],
};

/** The library's own name for the reader that a browser loads: one file, with its styles. */
const readerFile = (): string =>
  path.join(path.dirname(require.resolve('@scalar/fastify-api-reference')), 'js/standalone.js');

interface Reader {
  /** Changes with the content. */
  readonly name: string;
  readonly asset: Asset;
}

let reading: Promise<Reader> | undefined;

/** The reader, read and compressed once. A failure is not remembered. */
function reader(): Promise<Reader> {
  reading ??= readFile(readerFile()).then(async (body) => ({
    name: hashedName('reader.js', body),
    asset: await assetOf(script, body),
  }));
  reading.catch(() => (reading = undefined));
  return reading;
}

const shared = ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

const headersOf = (rules: readonly string[]) =>
  ({
    'content-security-policy': [...shared, ...rules].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }) as const;

/** The pages without scripts. */
export const pageHeaders = headersOf(["style-src 'self'", "img-src 'self'"]);

/** The reader sets styles on its elements. Its scripts, requests and pictures are ours alone, so that styles can send nothing. */
export const readerHeaders = headersOf([
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
]);

/** The page at `/docs`. Relative addresses: it works under any public path. */
export async function referencePage(): Promise<string> {
  const { name } = await reader();
  return `<!doctype html>
<html lang="en">
  ${head('API reference · payorch', '', barStylesName)}
  <body>
    ${bar('', 'docs')}
    <div id="reference"></div>
    <noscript>This page needs scripts. The document itself is <a href="openapi.json">openapi.json</a>; <a href="docs/guides">the guides</a> need none.</noscript>
    <script src="docs/${name}"></script>
    <script src="docs/${startName}"></script>
  </body>
</html>
`;
}

const made = new Map<string, Promise<Asset>>();

/** A file of the pages, made once; undefined for an unknown name. */
export async function referenceAsset(name: string): Promise<Asset | undefined> {
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (text) {
    const asset = made.get(name) ?? assetOf(text[0], Buffer.from(text[1]));
    made.set(name, asset);
    return asset;
  }
  const known = await reader();
  return name === known.name ? known.asset : undefined;
}

/** Whether the name of a file changes with its content. */
export const isHashed = (name: string): boolean => /\.[0-9a-f]{16}\./.test(name);
