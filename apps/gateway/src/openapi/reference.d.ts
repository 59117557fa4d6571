/** The document of the interface with words and examples, made when the app is built (tools/lib/reference-document.cjs). */
declare module '*?reference' {
  const document: unknown;
  export default document;
}
