import type { OpenApiDocument } from './document';

/** A route as the server knows it: `POST`, `/payments/:payment_id`. */
export interface ServedRoute {
  readonly method: string;
  readonly url: string;
}

/** `get /refunds/{}`: parameter names do not distinguish paths. */
export const operationKey = (method: string, url: string): string =>
  `${method.toLowerCase()} ${url.replace(/:[^/]+|\{[^/]+\}/g, '{}').replace(/(?<=.)\/$/, '')}`;

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  const own = typeof $ref === 'string' ? [$ref.split('/').at(-1)!] : [];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

/** The schemas that the operations and shared responses use, directly or indirectly, in the document's order. */
function schemasOf(paths: object, schemas: OpenApiDocument['components']['schemas']): Record<string, unknown> {
  const needed = new Set<string>();
  const visit = (name: string): void => {
    if (needed.has(name) || !(name in schemas)) return;
    needed.add(name);
    namesIn(schemas[name]).forEach(visit);
  };
  namesIn(paths).forEach(visit);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)));
}

/** Every operation of the document as `POST`, `/payments/{payment_id}`. */
export const documentedRoutes = ({ paths }: Pick<OpenApiDocument, 'paths'>): readonly ServedRoute[] =>
  Object.entries(paths).flatMap(([url, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), url })),
  );

/** The document of the served routes: operations without a route are omitted. */
export function servedDocument(
  document: OpenApiDocument,
  routes: readonly ServedRoute[],
  publicUrl: string,
): OpenApiDocument {
  const { responses } = document.components;
  const served = new Set(routes.map(({ method, url }) => operationKey(method, url)));
  const paths = Object.entries(document.paths).flatMap(([url, operations]) => {
    const included = Object.entries(operations).filter(([method]) => served.has(operationKey(method, url)));
    return included.length > 0 ? [[url, Object.fromEntries(included)] as const] : [];
  });
  return {
    ...document,
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: schemasOf([paths, responses], document.components.schemas) },
  };
}
