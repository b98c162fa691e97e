export { readSimilarityLines } from './find-similar.ts'
