import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { controllers, type Controller } from '../../test/controllers';
import { mayLackBody } from '../validation/body.guard';
import { apiDocument } from './document';
import { operationKey, servedDocument, type ServedRoute } from './served-document';

const texts = (value: unknown): string[] => [value].flat().map((one) => (typeof one === 'string' ? one : ''));
const joined = (...parts: string[]): string =>
  `/${parts
    .map((part) => part.replace(/^\/|(?<=.)\/$/g, ''))
    .filter(Boolean)
    .join('/')}` + (parts.at(-1)?.endsWith('/') && parts.at(-1) !== '/' ? '/' : '');

function routesOf(controller: Controller, isPublished = (_: object): boolean => true): ServedRoute[] {
  const methods = controller.prototype as Record<string, object>;
  return Object.getOwnPropertyNames(methods)
    .filter((name) => Reflect.hasMetadata(METHOD_METADATA, methods[name]!) && isPublished(methods[name]!))
    .flatMap((name) => {
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, methods[name]!) as number]!;
      return texts(Reflect.getMetadata(PATH_METADATA, controller)).flatMap((base) =>
        texts(Reflect.getMetadata(PATH_METADATA, methods[name]!)).map((rest) => ({ method, url: joined(base, rest) })),
      );
    });
}

/** The reference serves them and does not document them: Click to Pay, which is refused here, and a longer path of the sync. */
const undocumented = [
  'get /authentication/{}/eligibility-check',
  'post /authentication/{}/eligibility-check',
  'post /authentication/{}/enabled_authn_methods_token',
  'post /authentication/{}/{}/sync',
];

/** The operational routes of every app (libs/platform/http). */
const operational = ['health', 'health/live', 'health/ready', 'metrics'];
/** Routes outside Nest, each with the test of its own folder. */
const outsideNest = [
  ...['GET', 'POST', 'PUT'].map((method) => ({ method, url: '/webhooks/:merchant_id/:connector_id_or_name' })),
  ...['', 'docs', 'docs/errors', 'docs/:asset', 'openapi.json', ...operational].map((path) => ({
    method: 'GET',
    url: `/${path}`,
  })),
  { method: 'GET', url: '/.well-known/apple-developer-merchantid-domain-association' },
];

const served = controllers
  .flatMap((controller) => routesOf(controller))
  .filter(({ method, url }) => !undocumented.includes(operationKey(method, url)));

const operationsOf = (paths: typeof apiDocument.paths): string[] =>
  Object.entries(paths).flatMap(([url, methods]) => Object.keys(methods).map((method) => operationKey(method, url)));

describe('the document that is served', () => {
  const document = servedDocument(apiDocument, [...served, ...outsideNest], 'https://pay.example.com');
  const keys = [...served, ...outsideNest].map(({ method, url }) => operationKey(method, url));

  it('the document has every route of every controller, and no other', () =>
    expect(operationsOf(document.paths).sort()).toEqual([...new Set(keys)].sort()));

  it('the document contains every published operation', () =>
    expect(operationsOf(apiDocument.paths).filter((key) => !keys.includes(key))).toEqual([]));

  it('the document marks optional JSON bodies', () => {
    const optional = (controllers as Controller[])
      .flatMap((controller) => routesOf(controller, (handler) => mayLackBody(handler)))
      .map(({ method, url }) => operationKey(method, url));
    const documented = Object.entries(apiDocument.paths).flatMap(([url, methods]) =>
      Object.entries(methods as Record<string, { requestBody?: { required?: boolean; content: object } }>)
        .filter(([, { requestBody }]) => requestBody?.required === false && 'application/json' in requestBody.content)
        .map(([method]) => operationKey(method, url)),
    );
    expect(documented.sort()).toEqual(optional.sort());
  });

  it('the document names its own address', () =>
    expect(document.servers).toEqual([{ url: 'https://pay.example.com' }]));
});

describe('servedDocument', () => {
  it('operations without a route and their schemas are omitted', () => {
    const document = servedDocument(apiDocument, [{ method: 'GET', url: '/configs/:any' }], 'https://x.example');
    expect(operationsOf(document.paths)).toEqual(['get /configs/{}']);
    expect(Object.keys(document.components.schemas).sort()).toEqual([
      'ConfigResponse',
      'GenericErrorResponseOpenApi',
      'UnreadableBodyResponse',
    ]);
  });

  it('the document has every schema that it references', () => {
    const document = servedDocument(apiDocument, served, 'https://x.example');
    const named = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });
});
