export { giveUploadAddress } from './give-upload-address.ts'
export { sweepUploads } from './sweep-uploads.ts'
export {
  insertFirstAnswer,
  selectFirstAnswer,
  selectUpload as findUpload,
  updateClaimed as claimUpload,
  updateReleased as releaseUpload,
} from './uploads.queries.ts'
export { countReceiving, hearTakeovers } from './receivers.ts'
