export { type CheckHeader, type CsvLine, type CsvRecord, readCsv, type Upload, UploadFault } from './read-csv';
