const methods = ['get', 'post', 'put', 'delete', 'patch'];

/** Every operation of the document with its method and path. */
export const operationsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method, operation })),
  );

const keyKinds = ['admin_api_key', 'api_key', 'publishable_key'];

/** The kind of key that an operation takes; undefined for one that takes none. */
export const keyKindOf = ({ security = [] }) => keyKinds.find((kind) => security.some((one) => kind in one));

/** The parts of an example in one request: method, address, headers and body. */
export function requestOf({ path: template, method }, { path = {}, query = {}, headers = {}, body, file }) {
  const address = template.replace(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const form = file === undefined ? undefined : new FormData();
  form?.append('file', new Blob([file ?? ''], { type: 'text/csv' }), 'upload.csv');
  return {
    url: search ? `${address}?${search}` : address,
    init: {
      method: method.toUpperCase(),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    },
  };
}
