/** A narrow table scrolls instead of breaking its words. */
const readerStyles = `
.scalar-app { --scalar-font: system-ui, sans-serif; }
.scalar-app .markdown table { display: block !important; overflow-x: auto !important; width: 100% !important; }
.scalar-app .markdown table :is(th, td) { min-width: 5rem !important; overflow-wrap: normal !important; word-break: normal !important; }
`;

/**
 * Starts the reader; a separate file, since the page may not run inline scripts. The examples of the document name objects
 * that were recorded elsewhere. The script compares each answer with its recorded one and puts the values of this
 * system's objects into later requests, so that the examples work one after the other.
 */
export const startScript = `(() => {
  const known = new Map();
  let operations = [];

  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };

  // Ids, keys and secrets: one word with a long part that no English word has.
  const isMade = (text) =>
    typeof text === 'string' && /^[\\w-]+$/.test(text) && /(?=[a-zA-Z]*[0-9A-Z])[a-zA-Z0-9]{12}/.test(text);

  function learn(recorded, answered) {
    if (isMade(recorded) && isMade(answered) && recorded !== answered) known.set(recorded, answered);
    if (typeof recorded !== 'object' || typeof answered !== 'object' || !recorded || !answered) return;
    for (const key of Object.keys(recorded)) learn(recorded[key], answered[key]);
  }

  // The longest first: a client secret begins with the id of its object.
  function replaced(text) {
    const recorded = [...known.keys()].sort((one, other) => other.length - one.length);
    return recorded.length === 0 ? text : text.replace(new RegExp(recorded.join('|'), 'g'), (value) => known.get(value));
  }

  const valuesOf = (media) =>
    Object.fromEntries(Object.entries((media && media.examples) || {}).map(([name, { value }]) => [name, value]));

  const mediaOf = (content) => Object.values(content || {})[0];

  function operationOf(path, method, { requestBody, responses }) {
    const literal = path.replace(/[.*+?^$()|[\\]\\\\]/g, '\\\\$&').replace(/\\{[^}]+\\}/g, '[^/]+');
    const answers = Object.values(responses).map(({ content }) => valuesOf(mediaOf(content)));
    return {
      method: method.toUpperCase(),
      pattern: new RegExp(literal + '$'),
      parameters: path.split('{').length,
      bodies: valuesOf(mediaOf(requestBody && requestBody.content)),
      answers: Object.assign({}, ...answers),
    };
  }

  function read(document) {
    operations = Object.entries(document.paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
      )
      .sort((one, other) => one.parameters - other.parameters);
  }

  // The recorded answer of the example that is sent; of an edited body, that of the first example.
  function recordedFor({ method, url, body }) {
    const { pathname } = new URL(url, 'http://x');
    const found = operations.find((one) => one.method === (method || 'GET').toUpperCase() && one.pattern.test(pathname));
    if (!found) return undefined;
    const sent = JSON.stringify(parsed(body));
    const name = Object.keys(found.bodies).find((one) => JSON.stringify(found.bodies[one]) === sent);
    return found.answers[name === undefined ? Object.keys(found.answers)[0] : name];
  }

  async function changed(request) {
    const text = /^(?:application|text)\\//.test(request.headers.get('content-type') || '') ? await request.clone().text() : '';
    const recorded = recordedFor({ method: request.method, url: request.url, body: text });
    const { method, headers, signal } = request;
    // The body of an upload is sent as it is.
    const body = text === '' ? await bodyOf(request) : replaced(text);
    return { recorded, sent: new Request(replaced(request.url), { method, headers, body, signal }) };
  }

  async function bodyOf(request) {
    const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer();
    return body && body.byteLength > 0 ? body : undefined;
  }

  // The reader sends every request of the page by this function.
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname.endsWith('/openapi.json')) {
      const response = await send(request);
      read(await response.clone().json());
      return response;
    }
    const { recorded, sent } = await changed(request);
    const response = await send(sent);
    if (response.ok && recorded !== undefined) learn(recorded, parsed(await response.clone().text()));
    return response;
  };

  // Hidden: languages of browsers, where no secret key belongs, and rare ones. One or two samples of each other language.
  const hiddenClients = {
    ...Object.fromEntries(['c', 'clojure', 'dart', 'fsharp', 'http', 'js', 'objc', 'ocaml', 'powershell', 'r', 'swift'].map((name) => [name, true])),
    csharp: ['restsharp'],
    java: ['asynchttp', 'unirest'],
    node: ['axios', 'ofetch'],
    python: ['python3', 'httpx_async'],
    shell: ['httpie', 'wget'],
  };

  Scalar.createApiReference('#reference', {
    url: 'openapi.json',
    hiddenClients,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: { preferredSecurityScheme: 'api_key' },
    // A key is not written to the storage of the browser.
    persistAuth: false,
    documentDownloadType: 'none',
    // Nothing of another host: no fonts, no statistics, no proxy, no hosted client, no agent.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    customCss: ${JSON.stringify(readerStyles)},
  });
})();
`;
