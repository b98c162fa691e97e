import type { Plugin } from 'vite'

/** Replaces modules of the first load that are unused or larger than needed (docs/decisions/0017). */
export function libraryStubs(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'library-stubs',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'pre',
    load: {
      filter: { id: stubs.map(({ id }) => id) },
      handler(id) {
        const stub = stubs.find((known) => known.id.test(id))
        if (stub) replaced.add(stub.name)
        return stub?.code
      },
    },
    buildEnd(error) {
      if (!error && replaced.size < stubs.length)
        this.error(`Library stubs: only ${[...replaced].join()} replaced a module. Has a library changed?`)
    },
  }
}

/** Lists have pages here. A use of infinite queries fails with this error. */
const infiniteQueryBehavior = {
  name: 'infinite queries',
  id: /\/@tanstack\/query-core\/.*\/infiniteQueryBehavior\.js$/,
  code: `
const fail = () => { throw new Error('tools/vite/library-stubs.ts leaves infinite queries out of the build') }
export { fail as infiniteQueryBehavior, fail as hasNextPage, fail as hasPreviousPage }`,
}

/**
 * Loads the dependencies of a lazy chunk in parallel, behind calls of the API that wait for a connection. Unlike Vite's,
 * it loads a stylesheet that failed again.
 */
const preloadHelper = {
  name: 'preload helper',
  id: /\0vite\/preload-helper\.js$/,
  code: `
const requested = new Map()
function request(file) {
  const isStyle = file.endsWith('.css')
  if (requested.has(file) || document.head.querySelector('link[href="/' + file + '"]' + (isStyle ? '[rel=stylesheet]' : ''))) return requested.get(file)
  const link = document.createElement('link')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.href = '/' + file
  link.fetchPriority = 'low'
  const loaded = isStyle && new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      requested.delete(file)
      link.remove()
      reject(new Error(file + ' did not load'))
    }
  })
  requested.set(file, loaded)
  document.head.append(link)
  return loaded
}
export const __vitePreload = (load, files = []) => Promise.all(files.map(request)).then(load)`,
}

/** For `worker_threads` of unzipit. As an ES module: Vite's is CommonJS, for which a page would load another file first. */
const nodeModule = { name: 'modules of Node', id: /__vite-browser-external/, code: 'export default {}' }

const stubs = [infiniteQueryBehavior, preloadHelper, nodeModule]
