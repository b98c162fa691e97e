export { ResultChanges } from './ResultChanges.tsx'
export { ServerChanges } from './ServerChanges.tsx'
