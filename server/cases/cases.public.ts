export {
  insertMessage,
  selectArchivesOfOpenCases,
  selectCase,
  selectCaseCounts,
  selectCaseForUpdate,
  selectDismissedReports,
  selectKeysOfOpenCases,
  selectLastApproval,
  selectMessages,
  selectQueuePosition,
  updateArchiveKeys,
  updateClaim,
  type Closing,
  type StoredCase,
} from './cases.queries.ts'
export { casesTag, closeCase, closeReviewOf, endReviewsOf, openCase } from './open-case.ts'
