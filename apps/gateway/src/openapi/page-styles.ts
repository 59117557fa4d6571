/** The styles of the pages that are written here; the reference itself has those of its library. */
export const pageStyles = `:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; overflow-wrap: break-word; padding: 1rem; }
code { font-family: ui-monospace, monospace; }
h2 { border-top: 1px solid; margin-top: 2rem; padding-top: 1rem; }
h2:target { background: #fff3bf; color: #000; }
dt { font-weight: 600; margin-top: 0.5rem; }
dd { margin-left: 1rem; }
small { font-weight: 400; }
pre { overflow-x: auto; }
`;
