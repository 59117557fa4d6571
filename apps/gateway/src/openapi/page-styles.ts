/** The bar above every page, also above the reader, which has styles of its own. */
export const barStyles = `:root {
  color-scheme: light dark;
  --text: #1c2430; --soft: #5b6675; --line: #dfe3e8; --page: #fff; --block: #f5f7f9; --link: #0b57c2; --mark: #e8f0fd;
  --bar: 3rem; --scalar-custom-header-height: var(--bar);
}
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e8ee; --soft: #a0aab8; --line: #2e3642; --page: #14181e; --block: #1c222b; --link: #84b4ff; --mark: #1c2c47; }
}
body { margin: 0; }
.bar { align-items: center; background: var(--page); border-bottom: 1px solid var(--line); display: flex; gap: 1.25rem;
  height: var(--bar); overflow-x: auto; padding: 0 1rem; position: sticky; top: 0; white-space: nowrap; z-index: 10; }
.bar a { color: var(--soft); font: 500 14px/1 system-ui, sans-serif; text-decoration: none; }
.bar a:hover, .bar a[aria-current] { color: var(--text); }
.bar a.home { color: var(--text); font-weight: 700; }
`;

/** The styles of the pages that are written here. */
export const pageStyles = `${barStyles}* { box-sizing: border-box; }
html { scroll-padding-top: calc(var(--bar) + 1rem); }
body { background: var(--page); color: var(--text); font: 16px/1.6 system-ui, sans-serif; margin: 0; }
a { color: var(--link); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 0.875em; }
.columns { margin: 0 auto; max-width: 74rem; padding: 0 1rem 4rem; }
.side { display: none; }
.menu { border-bottom: 1px solid var(--line); padding: 0.75rem 0; }
.menu summary { cursor: pointer; font-weight: 600; }
nav h2 { border: 0; color: var(--soft); font-size: 0.75rem; letter-spacing: 0.05em; margin: 1.25rem 0 0.25rem; padding: 0; text-transform: uppercase; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { border-radius: 0.375rem; color: var(--text); display: block; font-size: 0.9rem; padding: 0.25rem 0.5rem; text-decoration: none; }
nav li a:hover { background: var(--block); }
nav li a[aria-current] { background: var(--mark); font-weight: 600; }
nav li li a { color: var(--soft); font-size: 0.82rem; padding-left: 1.25rem; }
main { min-width: 0; overflow-wrap: break-word; }
main > * { max-width: 50rem; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 1.5rem 0 1rem; }
h2 { border-top: 1px solid var(--line); font-size: 1.35rem; line-height: 1.3; margin: 2.25rem 0 0.75rem; padding-top: 1.25rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
h2:target { background: var(--mark); }
:not(pre) > code { background: var(--block); border-radius: 0.25rem; padding: 0.1em 0.3em; }
pre { background: var(--block); border: 1px solid var(--line); border-radius: 0.5rem; line-height: 1.5; overflow-x: auto; padding: 0.85rem 1rem; }
.wide { margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; line-height: 1.45; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: normal; padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: top; min-width: 6.5rem; }
dt { font-weight: 600; margin-top: 0.5rem; }
dd { margin-left: 1rem; }
.cards { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); list-style: none; margin: 0; padding: 0; }
.cards a { border: 1px solid var(--line); border-radius: 0.5rem; color: var(--text); display: block; height: 100%; padding: 0.75rem 1rem; text-decoration: none; }
.cards a:hover { border-color: var(--link); }
.cards strong { color: var(--link); display: block; }
.cards span { color: var(--soft); display: block; font-size: 0.875rem; line-height: 1.45; }
.next { border-top: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; margin-top: 3rem; padding-top: 1rem; }
@media (min-width: 60rem) {
  .columns { display: grid; gap: 3rem; grid-template-columns: 15rem minmax(0, 1fr); }
  .side { display: block; height: calc(100vh - var(--bar)); overflow-y: auto; padding-bottom: 2rem; position: sticky; top: var(--bar); }
  .menu { display: none; }
}
`;
