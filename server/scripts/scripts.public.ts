export { attributeFilterOf, filterWords, hasWord, matchesAttributes } from './attribute-bits.rules.ts'
export { selectResourceNames } from './attributes.queries.ts'
export { createIndexes } from './create-indexes.ts'
export { assertLinksAllowed } from './link-limit.ts'
export { parseDescription, parseDocumentation, plainDescription } from './description.rules.ts'
export { countScript, countScripts } from './script-counts.queries.ts'
export { createArchiveLink, createDownloadLink, downloadResponse } from './download-script.ts'
export { downloadFileName } from './download-file-name.rules.ts'
export { readScript } from './read-script.ts'
export { removeFilesAfter } from './remove-files-after.ts'
export { filesOfScripts } from './referenced-files.ts'
export {
  closeRemovals,
  heldBy,
  insertRemovals,
  markCurrentPublished,
  selectDueRemovals,
  selectHasDispute,
  selectHasOpenCase,
  selectHeldScripts,
  selectOpenRemovals,
  selectScriptsForUpdate,
  selectScriptsRemovedAt,
  selectShownScriptsForUpdate,
  selectWasHiddenByNotice,
  updateBefore,
  updateFilesRemoved,
  selectArchivesNotReviewed,
  selectHasVersionBy,
  updatePublications,
  updateRemovalOfNotice,
} from './removals.queries.ts'
export {
  columnOfSort,
  isUnfiltered,
  published,
  whereFilters,
  type Count,
  type ExtraFilters,
  type Filters,
} from './script-filters.queries.ts'
export {
  deleteScriptRow,
  insertArchive,
  insertImages,
  insertScript,
  removeImages,
  selectArchiveKeys,
  selectDescription,
  selectReferencedKeys as scriptKeysAmong,
  selectOwnership,
  selectImages,
  selectScriptForUpdate,
  selectScriptsOfCategory,
  updateCategoryOfScripts,
  updateImageOrder,
  updatePublication,
  updateScript,
  updateScriptDetails,
  type ImageRow,
  type ScriptRow,
} from './script-rows.queries.ts'
export {
  cardTag,
  editsTag,
  invalidateScript,
  invalidateScriptEdit,
  popularityTag,
  trendTag,
  scriptsInTag,
  scriptsOfTag,
  scriptTag,
} from './script-tags.ts'
export { mayManageScript, maySeeScript, withdrawalOf } from './scripts.rules.ts'
export { selectSummaries } from './summaries.queries.ts'
export {
  insertVersion,
  insertVersions,
  lockScripts,
  makeCurrent,
  publishedVersion,
  replaceScriptResources,
  selectArchivesOfScripts,
  selectCurrentChangelog,
  selectEarlierArchives,
  selectScriptsWithArchive,
  selectStoredArchive,
  selectVersionStates,
  updateArchivesRemoved,
  updateCurrentVersion,
  updateVersion,
  type VersionState,
} from './versions.queries.ts'
export { sweepFiles } from './sweep-files.ts'
export {
  backfillAttributes,
  reindexScriptsJob,
  writeAttributes,
  writeAttributesOfArchives,
} from './write-attributes.ts'
