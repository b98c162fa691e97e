export {
  insertActivities as recordActivities,
  insertActivity as recordActivity,
  type LoggedAct,
  onScript,
  selectActsOf,
  selectTargetsChangedByOthers,
} from './activities/activity-log.queries.ts'
export { actOver, changedValues, memberActions, ownAct } from './activities/activities.rules.ts'
export { listScriptChanges } from './activities/activity-log.ts'
export { ensurePartitions, maintainPartitions } from './activities/maintain-partitions.ts'
export {
  type StoredCase,
  insertMessage,
  selectCase,
  selectCaseCounts,
  selectCaseForUpdate,
  selectHasDirectMessages,
  selectLastApproval,
  selectLastDecision,
  selectLastReview,
  selectMessageCount,
  selectMessages,
  selectQueuePosition,
  selectTextHidings,
  updateCaseVersion,
  updateClaim,
} from './cases/cases.queries.ts'
export {
  fileReport,
  casesTag,
  closeCase,
  closeReviewOf,
  endReviewsOf,
  openCase,
  reopenCase,
} from './cases/open-case.ts'
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
export {
  type Sanction,
  emitAccountChange,
  emitSanction,
  dispatchEventJob,
  emitEvent,
  withdrawNotificationsJob,
  purgeEvents,
  readEvent,
} from './events/emit-event.ts'
export { type AppealOutcome, EventContent, type MemberChangeKind, type StaffChange } from './events/event.ts'
export { countEmptySearch, drainEmptySearches } from './stats/count-empty-searches.ts'
export { removeOldSearches, addToSiteTotals } from './stats/stats.queries.ts'
export { takeDailySnapshot } from './stats/snapshots.ts'
