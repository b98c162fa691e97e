export {
  insertMessage,
  selectCase,
  selectCaseCounts,
  selectCaseForUpdate,
  selectDismissedReports,
  selectLastApproval,
  selectMessages,
  selectQueuePosition,
  selectReportCount,
  updateClaim,
  type StoredCase,
} from './cases.queries.ts'
export { casesTag, closeCase, closeReviewOf, endReviewsOf, openCase, reopenCase } from './open-case.ts'
