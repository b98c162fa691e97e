export { closePages, warmUp } from './ssr-pool.ts'
