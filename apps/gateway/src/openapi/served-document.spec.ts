import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { controllers, type Controller } from '../../test/controllers';
import { mayLackBody } from '../validation/body.guard';
import { platformUseOf } from '../auth/http/auth.guard';
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

const served = controllers.flatMap((controller) => routesOf(controller));

const operationsOf = (paths: typeof apiDocument.paths): string[] =>
  Object.entries(paths).flatMap(([url, methods]) => Object.keys(methods).map((method) => operationKey(method, url)));

describe('the document that is served', () => {
  const document = servedDocument(apiDocument, served, 'https://pay.example.com');

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

  it('the document has the header of platforms where a route accepts it', () => {
    const accepting = (controllers as Controller[])
      .flatMap((controller) =>
        routesOf(controller, (handler) => /connected/.test(platformUseOf(handler) ?? platformUseOf(controller) ?? '')),
      )
      .map(({ method, url }) => operationKey(method, url));
    const documented = Object.entries(apiDocument.paths).flatMap(([url, methods]) =>
      Object.entries(methods as Record<string, { parameters?: readonly { readonly name: string }[] }>)
        .filter(([, { parameters }]) => parameters?.some(({ name }) => name === 'X-Connected-Merchant-Id'))
        .map(([method]) => operationKey(method, url)),
    );
    expect(documented.sort()).toEqual([...new Set(accepting)].sort());
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
