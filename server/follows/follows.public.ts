export { selectFollowers } from './followers.queries.ts'
