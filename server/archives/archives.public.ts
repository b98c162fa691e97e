export { unreadRules } from '#analysis/report/stored-findings.ts'
export { type Effort, analyseArchive, rescanPack } from './analyse/analyse-archive.ts'
export {
  type AnalysisDetail,
  selectAnalyses,
  selectAnalysis,
  selectFindings,
  selectHasFinding,
  selectOutdated,
  selectSeverities,
  type FindingKey,
} from './analyses.queries.ts'
export {
  analysisPriority,
  type Lane,
  selectRunning,
  selectWait,
  selectWaiting,
  updateFailedToWaiting,
  updateRequeued,
  updateStarted,
} from './analysis-queue.queries.ts'
export { applyVerdict, removeVerdict, writeVerdict } from './write-verdict.ts'
export {
  exemptScript,
  type Uploaded,
  lockListedEntry,
  moveExemptions,
  selectArchiveBlock,
  selectBlockOf,
  selectBlocklist,
  selectBlocklistRevision,
  selectEntryOfFindings,
} from './blocklist.queries.ts'
export { analysisSummaryOf, describeFailure, titleOfRule, worstFinding } from './describe-analysis.ts'
export { selectArchivesWithFile, selectPackKeys, updateAllToWaiting } from './packs.queries.ts'
export { hashFiles, packsOfArchives, removePacks, restoreLostPacks, sweepAnalyses } from './packs.ts'
export {
  type StoredPack,
  findPackFile,
  findPackFiles,
  readPackFile,
  readPackFiles,
  isInPack,
} from './pack-reader.ts'
export {
  analyseArchiveJob,
  analyseLongArchiveJob,
  analysisTag,
  applyAnalysisJob,
  applyToScript,
  continueQueue,
  queueTag,
  requestAnalysis,
  requestRescan,
  rescanFileJob,
  rescanJob,
  writeAttributesJob,
} from './request-analysis.ts'
export { readArchivesAgain, storeAnalysis, storeFailure } from './store-analysis.ts'
export {
  analysisHash,
  blocklistTag,
  readAnalysisStatus,
  readCatalogue,
  readRevision,
} from './rule-revision.ts'
