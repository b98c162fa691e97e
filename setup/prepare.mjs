import { arePackagesInstalled, installPackages } from './packages.mjs'
import { findPinnedNode } from './pinned-node.mjs'
import { stopWithMessage } from './stop-with-message.mjs'
import { buildWeb, isWebBuilt } from './web-build.mjs'
import { withLock } from './setup-lock.mjs'

/**
 * Makes the checkout ready to run and names the Node to run it on. Does nothing, and fast, when nothing changed.
 *
 * @param {{ needsWeb?: boolean, buildsAnyway?: boolean }} [wishes]
 * @returns {Promise<string>}
 */
export async function prepare({ needsWeb = true, buildsAnyway = false } = {}) {
  const isReady = () => arePackagesInstalled() && (!needsWeb || isWebBuilt())
  try {
    if (buildsAnyway || !isReady()) {
      await withLock(async () => {
        // Whoever held the lock before may have done it all.
        if (!arePackagesInstalled()) await installPackages()
        if (buildsAnyway || (needsWeb && !isWebBuilt())) await buildWeb(findPinnedNode())
      })
    }
    return findPinnedNode()
  } catch (error) {
    return stopWithMessage(error)
  }
}
