import type { Plugin } from 'vite'

/**
 * Modules of libraries that every first page would carry and nobody here uses whole. What stands in for them holds
 * what is used, so an update of a library that wants more of it fails loudly, in the build or in the first test.
 */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/(infiniteQueryBehavior|mutationCache|with-selector)(\.js)?$/ },
      handler(id, importer = '') {
        // The library's own list of what it exports goes on naming the real ones.
        if (id.includes('infinite')) return importer.endsWith('/query.js') ? found('infinite') : null
        if (id.includes('mutation')) return importer.endsWith('/queryClient.js') ? found('mutations') : null
        return found('selector')
      },
    },
    load: {
      filter: { id: /^\0lean-|vite\/preload-helper\.js$/ },
      handler(id) {
        if (id === found('infinite')) return infiniteQueries
        if (id === found('mutations')) return mutations
        return id === found('selector') ? selector : preload
      },
    },
  }
}

const found = (name: string) => `\0lean-${name}`

/** Lists are paged here: the part of the query library that adds page to page is called by nobody. */
const infiniteQueries = 'export const infiniteQueryBehavior = () => undefined'

/** Writes go through `call`, or in the back office `useAct`: lint refuses `useMutation`. */
const mutations = `
export class MutationCache {
  getAll() { return [] }
  clear() {}
  resumePausedMutations() { return Promise.resolve() }
}`

/** React's own hook, with the last selection kept while it stays equal; the library's carries what React 17 lacked. */
const selector = `
import { useRef, useSyncExternalStore } from 'react'
export function useSyncExternalStoreWithSelector(subscribe, getSnapshot, getServerSnapshot, selector, isEqual) {
  const kept = useRef(null)
  const read = () => {
    const value = selector(getSnapshot())
    if (!kept.current || !isEqual(kept.current.value, value)) kept.current = { value }
    return kept.current.value
  }
  return useSyncExternalStore(subscribe, read, read)
}`

/** Loads the files of a late part beside it. A part whose styles did not come is not shown; the next try asks again. */
const preload = `
const asked = new Map()
function ask(file) {
  const isStyle = file.endsWith('.css')
  if (asked.has(file) || document.head.querySelector('link[href="/' + file + '"]' + (isStyle ? '[rel=stylesheet]' : ''))) return asked.get(file)
  const link = document.createElement('link')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.href = '/' + file
  const loaded = isStyle && new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      asked.delete(file)
      link.remove()
      reject(new Error(file + ' did not load'))
    }
  })
  asked.set(file, loaded)
  document.head.append(link)
  return loaded
}
export const __vitePreload = (load, files = []) => Promise.all(files.map(ask)).then(load)`
