export { revertEdit } from './edit-script.ts'
export { publishScript } from './publish-script.ts'
