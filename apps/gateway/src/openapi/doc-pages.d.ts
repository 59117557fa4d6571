/** The pages of `docs/` that are served, rendered when the app is built (tools/lib/doc-pages.cjs). */
declare module '*?pages' {
  interface DocPage {
    /** `cards`: the last part of its address. */
    readonly name: string;
    readonly title: string;
    /** The headings of the second level. */
    readonly headings: readonly { readonly anchor: string; readonly text: string }[];
    readonly html: string;
  }
  const pages: readonly DocPage[];
  export default pages;
}
