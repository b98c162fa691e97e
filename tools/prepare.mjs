import { areArchiveProgramsBuilt, buildArchivePrograms } from './archive-programs.mjs'
import { buildCli, isCliBuilt } from './cli-bundle.mjs'
import { arePackagesInstalled, installPackages } from './packages.mjs'
import { findPinnedNode } from './pinned-node.mjs'
import { exitWithError } from './setup-error.mjs'
import { buildWeb, isWebBuilt } from './web-build.mjs'
import { withLock } from './setup-lock.mjs'

/**
 * Installs packages and builds the web app, the programs that read archives and the command line when they are missing or outdated. Returns the path of the pinned Node.
 *
 * @param {{ needsWeb?: boolean, buildsAnyway?: boolean }} [options]
 * @returns {Promise<string>}
 */
export async function prepare({ needsWeb = true, buildsAnyway = false } = {}) {
  const isReady = () =>
    arePackagesInstalled() && (!needsWeb || (isWebBuilt() && areArchiveProgramsBuilt() && isCliBuilt()))
  try {
    if (buildsAnyway || !isReady()) {
      await withLock(async () => {
        // The previous holder of the lock may have done it.
        if (!arePackagesInstalled()) await installPackages()
        if (buildsAnyway || (needsWeb && !isWebBuilt())) await buildWeb(findPinnedNode())
        if (buildsAnyway || (needsWeb && !areArchiveProgramsBuilt()))
          await buildArchivePrograms(findPinnedNode())
        if (buildsAnyway || (needsWeb && !isCliBuilt())) await buildCli(findPinnedNode())
      })
    }
    return findPinnedNode()
  } catch (error) {
    return exitWithError(error)
  }
}
