/** The paths of the page and of the choice. */
export interface PagePaths {
  readonly page: string;
  readonly complete: string;
}

/** The paths of one page of a processor; `prefix` is the first segment of the processor's pages. */
export const pagePaths = (prefix: string, key: string): PagePaths => ({
  page: `/${prefix}/authorize/${key}`,
  complete: `/${prefix}/complete/${key}`,
});
