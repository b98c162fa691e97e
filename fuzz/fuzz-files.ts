import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { HttpError } from '#platform/errors.ts'
import type { ArchiveKind } from '#platform/inspection/archives/archive-limits.ts'
import { inspectArchive } from '#platform/inspection/archives/inspect-archive.ts'
import { encodeImage } from '#platform/inspection/images.ts'
import { analyseArchive } from '#server/archives/analyse/analyse-archive.ts'

import { cpuMilliseconds, openFindings, secondsSince, type Result } from './findings.ts'
import { mutate } from './mutate.ts'
import { createPicker } from '#test-support/seeded-random.ts'
import { validFiles, type ValidFile } from './seed-corpus.ts'
import { filesOf, type Target } from './target.ts'

/** Milliseconds of processor time of this process. The process of an analysis has its own limit. */
const timeout = 10_000
/** Megabytes that a warm process may grow by, whatever the count of files. */
const growthMax = 100
/** One file in this many is submitted over HTTP. */
const byHttp = 20

type Outcome = 'accepted' | 'rejected'

/** Malformed archives and images, given to the validators of the app, and some of them as a submission. */
export async function fuzzFiles(
  target: Target,
  { runs, seed }: { runs: number; seed: number },
): Promise<Result> {
  const startedAt = performance.now()
  const random = createPicker(seed)
  const corpus = await validFiles()
  const findings = openFindings()
  const folder = join(target.folder, '..', 'files-to-validate')
  await mkdir(folder, { recursive: true })
  const outcomes = { accepted: 0, rejected: 0 }
  const counted = { archives: 0, images: 0, 'by HTTP': 0 }
  const resident: number[] = []
  let slowest = 0
  const existing = await filesOf({ folder: join(target.folder, '..') })
  const allowedFolders = [join(target.folder, 'data/files'), folder]

  async function runOne(index: number): Promise<void> {
    const source = random.pick(corpus)
    const content = mutate(source.content, random)
    const isSubmission = index % byHttp === 0
    counted[isSubmission ? 'by HTTP' : source.kind === 'archive' ? 'archives' : 'images'] += 1
    const cpuBefore = cpuMilliseconds()
    const example = `seed ${seed}, file ${index}, ${source.extension}`
    try {
      const validate = isSubmission
        ? submit(target, source, content)
        : validateFile(folder, index, source, content)
      outcomes[await validate] += 1
    } catch (error) {
      findings.add(`a broken ${source.extension} caused ${String(error)}`, example)
    }
    const milliseconds = cpuMilliseconds() - cpuBefore
    slowest = Math.max(slowest, milliseconds)
    if (milliseconds > timeout) findings.add(`a broken ${source.extension} took too long`, example)
  }

  for (let index = 0; index < runs; index++) {
    if (index % 250 === 0) {
      await target.reset()
      globalThis.gc?.()
      resident.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))
    }
    await runOne(index)
  }
  globalThis.gc?.()
  resident.push(Math.round(process.memoryUsage.rss() / 1024 ** 2))

  const growth = (resident.at(-1) ?? 0) - (resident[1] ?? 0)
  if (growth > growthMax) findings.add('resident memory grows', `${growth} MB: ${resident.join(' ')}`)

  const appeared = (await filesOf({ folder: join(target.folder, '..') })).filter(
    (path) => !existing.includes(path),
  )
  for (const path of appeared)
    if (!path.includes('postgres') && !allowedFolders.some((allowed) => path.startsWith(allowed)))
      findings.add('a file appeared outside the store', path)
  for (const path of appeared.filter((each) => each.includes('files/tmp/')))
    findings.add('a file stayed in staging', path)
  for (const line of target.errors) findings.add('the app logged an error', line)
  await rm(folder, { recursive: true })
  return {
    part: 'files',
    runs,
    seconds: secondsSince(startedAt),
    figures: {
      ...counted,
      ...outcomes,
      'slowest in ms': Math.round(slowest),
      'resident MB': resident.filter((_, index) => index % Math.ceil(resident.length / 10) === 0).join(' '),
      'resident MB at the end': resident.at(-1) ?? 0,
    },
    findings: findings.list(),
  }
}

async function validateFile(
  folder: string,
  index: number,
  { kind, extension }: ValidFile,
  content: Buffer,
): Promise<Outcome> {
  const path = join(folder, `${index}.${extension}`)
  await writeFile(path, content)
  try {
    if (extension === 'zip' || extension === 'rar' || extension === '7z') {
      await inspectArchive(path, { extension })
      await analyse(path, extension)
    } else await encodeImage(path, { message: 'This is not an image' })
    return 'accepted'
  } catch (error) {
    if (error instanceof HttpError && error.code === 'validation') return 'rejected'
    throw new Error(`${kind}: ${String(error)}`, { cause: error })
  } finally {
    await rm(path)
  }
}

/** The list of an accepted archive is valid, its contents may not be. */
async function analyse(archive: string, extension: ArchiveKind): Promise<void> {
  const pack = `${archive}.pack`
  const blocklist = { hosts: [], texts: [], files: [] }
  try {
    const outcome = await analyseArchive({ archive, extension, pack, blocklist })
    if (outcome.state === 'failed' && outcome.code !== 'damaged')
      throw new Error(`The analysis failed: ${outcome.code} ${outcome.detail}`)
  } finally {
    await rm(pack)
  }
}

/** Submits a script that is valid except for this file. */
async function submit(target: Target, source: ValidFile, content: Buffer): Promise<Outcome> {
  const [archive, , , , , , image] = await validFiles()
  if (!archive || !image) throw new Error('There are no valid files')
  const isArchive = source.kind === 'archive'
  const form = new FormData()
  form.set('name', 'Garage')
  form.set('description', 'A garage where players keep, find and repair their vehicles.')
  form.set('script_status', 'Readable')
  form.set('category', 'Scripts')
  form.set(
    'scriptFile',
    fileOf(isArchive ? content : archive.content),
    `garage.${isArchive ? source.extension : 'zip'}`,
  )
  form.set(
    'images',
    fileOf(isArchive ? image.content : content, isArchive ? 'image/png' : `image/${source.extension}`),
    'cover.png',
  )
  const uploader = target.actors.find(({ name }) => name === 'uploader')
  const headers = { authorization: `Bearer ${uploader?.token}` }
  const response = await fetch(`${target.url}/api/scripts`, { method: 'POST', headers, body: form })
  const text = await response.text()
  if (response.status === 201) return 'accepted'
  if (response.status === 400 && text.includes('"code":"validation"')) return 'rejected'
  throw new Error(`${response.status} ${text}`)
}

function fileOf(content: Buffer, type = 'application/octet-stream'): Blob {
  return new Blob([new Uint8Array(content)], { type })
}
