import { forEachConcurrent } from '#platform/concurrency.ts'
import type { Db } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/open-storage.ts'
import { stageStream } from '#platform/storage/staging.ts'
import type { FileStore, ReferencedFile } from '#platform/storage/store.ts'

import { damaged, describeProblem, referencedFiles } from './referenced-files.ts'

const concurrency = 4

export type MoveSummary = { moved: number; present: number; problems: string[] }

/**
 * Copies every referenced file from one store to the other and verifies its hash. Existing files are skipped, so a
 * second run copies only new files. The source does not change.
 */
export async function moveFiles(
  db: Db,
  from: FileStore,
  to: Pick<Storage, 'files' | 'staging'>,
): Promise<MoveSummary> {
  const summary: MoveSummary = { moved: 0, present: 0, problems: [] }
  await forEachConcurrent(referencedFiles(db), concurrency, async (file) => {
    const [source, target] = [await from.stat(file.key), await to.files.stat(file.key)]
    if (target && (!source || target.size === source.size)) {
      summary.present += 1
      return
    }
    const problem = source ? await moveFile(file, from, to) : 'is missing'
    if (problem === undefined) summary.moved += 1
    else summary.problems.push(describeProblem(file, problem))
  })
  return summary
}

async function moveFile(
  file: ReferencedFile,
  from: FileStore,
  { files, staging }: Pick<Storage, 'files' | 'staging'>,
): Promise<string | undefined> {
  const { stream } = await from.open(file.key)
  const staged = await stageStream(staging, stream, { sizeMax: Infinity })
  try {
    if (file.sha256 !== undefined && file.sha256 !== staged.sha256) return damaged
    await files.importFile(staged.path, file.key)
    return undefined
  } finally {
    await staged.discard()
  }
}
