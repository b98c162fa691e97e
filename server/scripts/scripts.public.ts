export { findListedCategory } from './categories/change-categories.ts'
export { selectCategoryByName as findCategory } from './categories.queries.ts'
export {
  isAuthorOf,
  membersColumn,
  selectAuthorsOf,
  selectIsAuthor,
  selectMaintained,
} from './authors.queries.ts'
export { createIndexes } from './create-indexes.ts'
export { assertPlainLinksAllowed } from './link-limit.ts'
export { parseDescription, plainDescription } from './description.rules.ts'
export { readScript } from './script-detail.queries.ts'
export { filesOfScripts, sweepFiles } from './file-sweep/sweep-files.ts'
export { selectHeldScripts, selectOpenRemovals, selectWasHiddenByNotice } from './removals.queries.ts'
export { deleteHiddenFiles, removeScript, removeScriptsOf } from './removals/remove-scripts.ts'
export { restoreScript, restoreScriptsOf } from './removals/restore-scripts.ts'
export { revertEdit } from './script-changes/edit-script.ts'
export { drainCounters } from './script-counters/counters.ts'
export { hideTeam, restoreTeam } from './teams/change-team.ts'
export {
  selectMaintainedTeams,
  selectTeam,
  selectTeamMaintainerIds,
  selectTeamMemberIds,
  selectTeamRole,
} from './teams/teams.queries.ts'
export { purgeInvitations } from './members/invitations.ts'
export { handOverScripts } from './members/members.ts'
export { purgeViews, updateTrending } from './script-counters/counters.ts'
export {
  type ScriptRow,
  selectReferencedKeys as scriptKeysAmong,
  selectOwnersOf,
  selectOwnership,
  selectScriptForUpdate,
} from './script-rows.queries.ts'
export { indexScripts, reindexAuthor, reindexScripts } from './script-search/index-scripts.ts'
export { refreshShortlist } from './script-search/documents.queries.ts'
export {
  cardTag,
  collectionsTag,
  collectionTag,
  collectionTags,
  editsTag,
  scriptTag,
  worksTag,
} from './script-tags.ts'
export { authorIds, isAuthor, isMaintainer, maintainerIds, maySeeScript } from './scripts.rules.ts'
export { sweepUploads } from './uploads/uploads.ts'
export { countActiveUploads, subscribeToPreemptions } from './uploads/upload-locks.ts'
export { selectVersionStates } from './version-rows.queries.ts'
export { analyseNext, analyseNextLong, continueAnalyses } from './versions/analyse-archive.ts'
export { applyAnalysis } from './versions/apply-analysis.ts'
export { publishVersion, rejectVersion } from './versions/decide-version.ts'
export { readSimilarityLines } from './versions/find-similar.ts'
export { assertNotOwnEntry } from './versions/hold-back.ts'
export { judgeFindingIn } from './versions/judge-finding.ts'
export { findVersion, findVersionSummary, listVersions } from './versions/read-version.ts'
export { rescan, rescanFile } from './versions/rescan.ts'
export { restoreVersion, restoreVersionIn, withdrawVersionIn } from './versions/change-version.ts'
export { compareVersions } from './versions/version-changes.ts'
export { emitDecision } from './versions/version-events.ts'
export { selectHasUploaded, selectScriptsUploadedBy } from './versions/uploaders.queries.ts'
export { selectVersion } from './versions/versions.queries.ts'
export { backfillAttributes, writeAttributesOfArchives } from './write-attributes.ts'
export {
  selectModeratedCollection,
  selectModeratedCollections,
  selectModeratedCount,
  selectModeratedReports,
  selectModeratedTeams,
  selectProfileText,
  selectProfileTexts,
  updateTextRemoval,
} from './moderated-texts.queries.ts'
export { announceCollection } from './collections/change-entries.ts'
export { selectFollowable } from './collections/collections.queries.ts'
export { readCollection } from './collections/read-collections.ts'
export { selectReport } from './works-reports/works-reports.queries.ts'
export { countUpdateServer, drainUpdateServers } from './script-statistics/count-update-servers.ts'
