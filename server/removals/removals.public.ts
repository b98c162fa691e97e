export { removeScript, removeScriptsOf } from './remove-scripts.ts'
export { restoreScript, restoreScriptsOf } from './restore-scripts.ts'
export { deleteHiddenFiles } from './delete-hidden-files.ts'
