export { type Evidence, EvidenceFiles, type EvidenceForm, type FormFields } from './evidence-files';
export { Files } from './files';
export { FilesModule } from './files.module';
export { FileRepository, resealedFiles } from './persistence/file.repository';
export { FileRow } from './persistence/file.rows';
