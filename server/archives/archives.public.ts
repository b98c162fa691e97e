export {
  selectAnalyses,
  selectAnalysis,
  selectFindings,
  selectHasFinding,
  selectOutdated,
  selectSeverities,
  type AnalysisDetail,
} from './analyses.queries.ts'
export {
  insertAnalyses,
  selectRunning,
  selectWait,
  selectWaiting,
  updateFailedToWaiting,
  updateRequeued,
  updateStarted,
  type Lane,
} from './analysis-queue.queries.ts'
export { analyseArchive, rescanPack, type Effort } from './analyse/analyse-archive.ts'
export { analysisSummaryOf, describeFailure, titleOfRule, worstFinding } from './describe-analysis.ts'
export { applyVerdict } from './apply-verdict.ts'
export {
  lockListedEntry,
  selectArchiveBlock,
  selectBlockOf,
  selectBlocklist,
  selectEntryOfFindings,
  type Uploaded,
} from './blocklist.queries.ts'
export { selectArchivesWithFile } from './fingerprints.queries.ts'
export { findPackFile, findPackFiles, readPackFile, readPackFiles, type StoredPack } from './pack-reader.ts'
export { selectPackKeys, updateAllToWaiting } from './packs.queries.ts'
export { removePacks } from './remove-packs.ts'
export { readArchivesAgain } from './read-archive-again.ts'
export { packsOfArchives } from './referenced-packs.ts'
export {
  analyseArchiveJob,
  analyseLongArchiveJob,
  analysisPriority,
  analysisTag,
  applyAnalysisJob,
  applyToScript,
  continueQueue,
  queueTag,
  requestAnalysis,
  writeAttributesJob,
} from './request-analysis.ts'
export { blocklistTag, readAnalysisStatus, readCatalogue, readRevision } from './rule-revision.ts'
export { isInPack } from './search-pack.ts'
export { storeAnalysis, storeFailure } from './store-analysis.ts'
export { restoreLostPacks, sweepAnalyses } from './sweep-analyses.ts'
export type { FindingKey } from './verdicts.queries.ts'
export { removeVerdict, writeVerdict } from './write-verdict.ts'
