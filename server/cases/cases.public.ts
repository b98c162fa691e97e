export {
  insertMessage,
  selectCase,
  selectCaseCounts,
  selectCaseForUpdate,
  selectHasDirectMessages,
  selectLastApproval,
  selectLastReview,
  selectMessageCount,
  selectMessages,
  selectQueuePosition,
  updateCaseVersion,
  updateClaim,
  type StoredCase,
} from './cases.queries.ts'
export { casesTag, closeCase, closeReviewOf, endReviewsOf, openCase, reopenCase } from './open-case.ts'
export { fileReport } from './file-report.ts'
export {
  isOpenedBy,
  lockReporter,
  selectDismissals,
  selectHasReason,
  selectIsReported,
  selectJoinedIds,
  selectReportCounts,
  selectReports,
  selectReportTimes,
  selectSiblingsForUpdate,
  withOwnReports,
} from './reports.queries.ts'
