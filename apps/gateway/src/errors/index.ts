export {
  BodyError,
  contentTypeError,
  isRefusal,
  QueryError,
  RefusalError,
  StoredResponse,
  viewOf,
  type WireResponse,
} from './errors';
