/** The parts of the list that are rendered by the server and loaded after the first load. */
export { ActiveFilters } from './ActiveFilters.tsx'
export { EmptyList } from './EmptyList.tsx'
export { ScriptListFilters } from './ScriptListFilters.tsx'
