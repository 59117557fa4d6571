export { type CheckHeader, type CsvLine, type CsvRecord, readCsv, type Upload, UploadFault } from './read-csv';
export { fileOf } from './form-fault';
export { readForm, type ReadForm, type SentFile } from './read-form';
export { withoutKey } from './without-key';
export { readRows, type ReadRow, type RowLimits } from './read-rows';
export { type Results, streamResults } from './stream-results';
