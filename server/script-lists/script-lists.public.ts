export { listScriptsOfAuthor as selectScriptsOfAuthor } from './list-scripts-of-author.ts'
