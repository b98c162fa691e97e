export { parseDescription, plainDescription } from './description.rules.ts'
export { countScript } from './script-counts.queries.ts'
export { createDownloadLink, downloadResponse } from './download-script.ts'
export { downloadFileName } from './download-file-name.rules.ts'
export { readScript } from './read-script.ts'
export { filesOfScripts } from './referenced-files.ts'
export {
  columnOfSort,
  published,
  whereFilters,
  type Count,
  type ExtraFilters,
  type Filters,
} from './script-filters.queries.ts'
export {
  insertArchive,
  insertImages,
  insertScript,
  publishScriptRow,
  removeArchive,
  removeImages,
  removeScript,
  selectArchive,
  selectDescription,
  selectReferencedKeys as scriptKeysAmong,
  selectOwnership,
  selectImages,
  selectScriptForUpdate,
  updateImageOrder,
  updateScript,
  type ImageRow,
} from './script-rows.queries.ts'
export {
  cardTag,
  editsTag,
  invalidateScript,
  invalidateScriptEdit,
  popularityTag,
  scriptsInTag,
  scriptsOfTag,
  scriptTag,
} from './script-tags.ts'
export { mayManageScript, maySeeScript } from './scripts.rules.ts'
export { selectSummaries } from './summaries.queries.ts'
export {
  insertVersions,
  lockScripts,
  replaceScriptResources,
  selectArchivesOfScripts,
  selectScriptsWithArchive,
  selectStoredArchive,
  updateReplacedVersions,
  updateVersionNumber,
  updateVersionPublished,
} from './versions.queries.ts'
export { sweepFiles } from './sweep-files.ts'
