export { closePages, preparePages } from './hub-pages.ts'
