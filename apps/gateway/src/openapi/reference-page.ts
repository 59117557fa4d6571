import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { apiDocument } from './document';
import { pageStyles } from './page-styles';
import { startScript } from './start-script';

export interface Asset {
  readonly type: string;
  readonly body: Buffer;
}

/** The files of the library, by name. */
const assets: Readonly<Record<string, { readonly file: string; readonly type: string } | undefined>> = {
  'swagger-ui.css': { file: 'swagger-ui.css', type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { file: 'swagger-ui-bundle.js', type: 'text/javascript; charset=utf-8' },
  'favicon.png': { file: 'favicon-32x32.png', type: 'image/png' },
};

/** The files that are written here, by name. */
const ownAssets: Readonly<Record<string, Asset | undefined>> = {
  'start.js': { type: 'text/javascript; charset=utf-8', body: Buffer.from(startScript) },
  'pages.css': { type: 'text/css; charset=utf-8', body: Buffer.from(pageStyles) },
  'payment-states.svg': { type: 'image/svg+xml', body: Buffer.from(apiDocument.info['x-payment-states']) },
};

/** The library's styles are a file; styles that it sets on elements need no permission; its icons are data URLs. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageHeaders = {
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** Relative addresses: the page is at `/docs` under any public path. */
export const referencePage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API reference</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="docs/favicon.png">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs scripts; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

const read = new Map<string, Promise<Asset>>();

/** A file of the page, read once; undefined for an unknown name. */
export function referenceAsset(name: string): Promise<Asset> | undefined {
  const own = Object.hasOwn(ownAssets, name) ? ownAssets[name] : undefined;
  if (own) return Promise.resolve(own);
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (!asset) return undefined;
  const known = read.get(name);
  if (known) return known;
  const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
  const reading = readFile(path.join(folder, asset.file)).then((body) => ({ type: asset.type, body }));
  read.set(name, reading);
  reading.catch(() => read.delete(name));
  return reading;
}
