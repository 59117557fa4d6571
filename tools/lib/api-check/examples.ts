/** What the check of the document needs of the reference's examples. */
export { exampleName, examples, resolveExample } from '@payorch/rest/reference';
