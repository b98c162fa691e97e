export { correctSpelling } from './correct-spelling.ts'
export { insertScriptDoc, updateScriptDoc } from './documents.queries.ts'
export { indexScripts, reindexAuthor, reindexScripts } from './index-scripts.ts'
export { scoreOf, selectPartialMatches, selectSources, weigh } from './partial-matches.queries.ts'
export { parseQuery, queriesOf, topicWords, wordQuery, type SearchQueries } from './query.rules.ts'
export {
  selectHasMatch,
  selectIsCommon,
  selectMatchingPage,
  selectRanking,
  throughIndexes,
} from './search.queries.ts'
export { refreshShortlist } from './shortlist.queries.ts'
