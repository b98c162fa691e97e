export { createUploadUrl } from './create-upload-url.ts'
export { sweepUploads } from './sweep-uploads.ts'
export {
  insertIdempotentResponse,
  selectIdempotentResponse,
  selectUpload as findUpload,
  updateClaimed as claimUpload,
  updateReleased as releaseUpload,
} from './uploads.queries.ts'
export { countActiveUploads, subscribeToPreemptions } from './upload-locks.ts'
