export {
  BodyError,
  contentTypeError,
  QueryError,
  RefusalError,
  StoredResponse,
  viewOf,
  type WireResponse,
} from './errors';
