import type { Db } from '#platform/database.ts'
import type { OpenedFiles } from '#platform/files/open-files.ts'
import { stageStream } from '#platform/files/staging.ts'
import type { FileStore, NamedFile } from '#platform/files/store.ts'
import { workThrough } from '#platform/work-through.ts'

import { namedFiles } from './named-files.ts'

const movedAtOnce = 4

export type MoveSummary = { moved: number; present: number; problems: string[] }

/**
 * Copies every file that a row names from one store to the other, compared with its sum on the way. What is there
 * already is passed over, so that a second run brings only what has come since the first. The source stays as it is.
 */
export async function moveFiles(
  db: Db,
  from: FileStore,
  to: Pick<OpenedFiles, 'files' | 'staging'>,
): Promise<MoveSummary> {
  const summary: MoveSummary = { moved: 0, present: 0, problems: [] }
  await workThrough(namedFiles(db), movedAtOnce, async (file) => {
    const [source, there] = [await from.stat(file.key), await to.files.stat(file.key)]
    if (there && (!source || there.size === source.size)) {
      summary.present += 1
      return
    }
    const problem = source ? await moveFile(file, from, to) : 'is missing'
    if (problem === undefined) summary.moved += 1
    else summary.problems.push(`${file.key} of ${file.namedBy} ${problem}`)
  })
  return summary
}

async function moveFile(
  file: NamedFile,
  from: FileStore,
  { files, staging }: Pick<OpenedFiles, 'files' | 'staging'>,
): Promise<string | undefined> {
  const { stream } = await from.open(file.key)
  const staged = await stageStream(staging, stream, { sizeMax: Infinity })
  try {
    if (file.sha256 !== undefined && file.sha256 !== staged.sha256)
      return 'is damaged: its content is not what was uploaded'
    await files.moveIn(staged.path, file.key)
    return undefined
  } finally {
    await staged.discard()
  }
}
