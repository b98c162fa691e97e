export { readSameArchives, readSimilarityLines } from './find-similar.ts'
