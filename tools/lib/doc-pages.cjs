// The pages of `docs/` that the gateway serves: `import pages from '../../../../docs?pages'` is a list of `DocPage` in HTML
// (apps/gateway/src/openapi/doc-pages.d.ts), rendered when the app is built. The same for the build (bundle.mjs) and for Jest
// (jest.config.cjs, `process` and `getCacheKey`).
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/** Beside the guides: pages that a guide sends its reader to. */
const others = [
  'architecture',
  'configuration',
  'departures',
  'fields',
  'machines',
  'messages',
  'metrics',
  'operating',
  'payment-methods',
  'starting',
  'subscribe',
];

/** The files by their names on the server; of two files with one name the page beside the guides counts. */
function sources() {
  const guides = readdirSync(path.join(root, 'docs/guides'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => [path.basename(file, '.md'), `docs/guides/${file}`]);
  const pages = others.map((name) => [name, `docs/${name}.md`]);
  return new Map([...guides, ...pages.filter(([, file]) => existsSync(path.join(root, file)))]);
}

const escaped = (text) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The anchor of a heading, as the code host makes it: links in the files work in both places. */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Renders one file; links to files that are not served become text. */
function render(file, files) {
  const { Marked } = require('marked');
  const names = new Map([...files].map(([name, source]) => [source, name]));
  const headings = [];
  let title = '';
  const renderer = {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens);
      const plain = text.replace(/[`*]/g, '');
      if (depth === 1) title = plain;
      if (depth === 2) headings.push({ anchor: anchorOf(plain), text: plain });
      return `<h${depth} id="${anchorOf(plain)}">${html}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens);
      if (/^(?:https?:|#)/.test(href)) return `<a href="${escaped(href)}">${html}</a>`;
      const [target, anchor] = href.split('#');
      const name = names.get(path.posix.join(path.posix.dirname(file), target));
      return name === undefined ? html : `<a href="${name}${anchor ? `#${anchor}` : ''}">${html}</a>`;
    },
    // Comments mark the places of generated tables.
    html: ({ text }) => (text.startsWith('<!--') ? '' : text),
    // A wide block scrolls inside itself, also by the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    table(token) {
      const row = (cells, tag) =>
        `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
      const isEmpty = token.header.every(({ text }) => text === '');
      const head = isEmpty ? '' : `<thead>${row(token.header, 'th')}</thead>`;
      const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<div class="wide" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
    },
  };
  const html = new Marked({ renderer }).parse(readFileSync(path.join(root, file), 'utf8'));
  return { title, headings, html };
}

/** Every page that is served: its name, title, headings of the second level, and HTML. */
function docPages() {
  const files = sources();
  return [...files].map(([name, file]) => ({ name, ...render(file, files) }));
}

const asModule = () => `module.exports = { __esModule: true, default: ${JSON.stringify(docPages())} };`;

module.exports = {
  /** esbuild plugin. */
  docPages: {
    name: 'doc-pages',
    setup(build) {
      build.onResolve({ filter: /\/docs\?pages$/ }, () => ({ path: 'docs', namespace: 'doc-pages' }));
      build.onLoad({ filter: /.*/, namespace: 'doc-pages' }, () => ({
        contents: JSON.stringify(docPages()),
        loader: 'json',
      }));
    },
  },
  process: () => ({ code: asModule() }),
  // The pages change with every file, so their content is their own key.
  getCacheKey: () => createHash('sha256').update(asModule()).digest('hex'),
};
