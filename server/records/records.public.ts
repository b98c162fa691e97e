export {
  insertActivities as recordActivities,
  insertActivity as recordActivity,
} from './activities/activities.queries.ts'
export { changedValues, memberActions } from './activities/activities.rules.ts'
export { type LoggedAct, selectActsOf, selectTargetsChangedByOthers } from './activities/acts.queries.ts'
export { listScriptChanges } from './activities/list-activities.ts'
export { ensurePartitions, maintainPartitions } from './activities/maintain-partitions.ts'
export {
  type StoredCase,
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
} from './cases/cases.queries.ts'
export { fileReport } from './cases/file-report.ts'
export { casesTag, closeCase, closeReviewOf, endReviewsOf, openCase, reopenCase } from './cases/open-case.ts'
export {
  isOpenedBy,
  lockReporter,
  selectDismissals,
  selectHasReason,
  selectIsReported,
  selectReportedTexts,
  selectJoinedIds,
  selectReportCounts,
  selectReportTimes,
  selectReports,
  selectSiblingsForUpdate,
  withOwnReports,
} from './cases/reports.queries.ts'
export { type Sanction, emitAccountChange, emitSanction } from './events/emit-account-event.ts'
export { dispatchEventJob, emitEvent, withdrawNotificationsJob } from './events/emit-event.ts'
export { type AppealOutcome, EventContent, type MemberChangeKind, type StaffChange } from './events/event.ts'
export { purgeEvents } from './events/purge-events.ts'
export { readEvent } from './events/read-event.ts'
export { countEmptySearch, drainEmptySearches } from './searches/count-empty-searches.ts'
export { removeOldSearches } from './searches/searches.queries.ts'
export { addToSiteTotals } from './stats/stats.queries.ts'
export { takeDailySnapshot } from './stats/take-snapshot.ts'
