/** The row of a sealed value. */
export interface RowPlace {
  readonly merchantId: string;
  readonly objectId: string;
}
