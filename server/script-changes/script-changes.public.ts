export { publishScript } from './publish-script.ts'
