import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Failure } from '#platform/failures.ts'
import { inspectArchive } from '#platform/files/archives/inspect-archive.ts'
import { encodeImage } from '#platform/files/images.ts'

import { openFindings, secondsSince, type Result } from './findings.ts'
import { mutate } from './mutate.ts'
import { openRandom } from './random.ts'
import { soundFiles, type SoundFile } from './sound-files.ts'
import { filesOf, type Target } from './target.ts'

const hangsAfter = 10_000
/** Megabytes that a warm process may grow by, whatever the count of files. */
const growthMax = 100
/** One in so many goes the whole way, by HTTP. */
const byHttp = 20

type Outcome = 'taken' | 'refused'

/** Broken archives and pictures, through what judges them in the hub, and some of them as a submission. */
export async function fuzzFiles(
  target: Target,
  { runs, seed }: { runs: number; seed: number },
): Promise<Result> {
  const startedAt = performance.now()
  const random = openRandom(seed)
  const sound = await soundFiles()
  const findings = openFindings()
  const folder = join(target.folder, '..', 'files-to-judge')
  await mkdir(folder, { recursive: true })
  const outcomes = { taken: 0, refused: 0 }
  const counted = { archives: 0, pictures: 0, 'by HTTP': 0 }
  const resident: number[] = []
  let slowest = 0
  const fence = await filesOf({ folder: join(target.folder, '..') })
  const mayAppear = [join(target.folder, 'data/files'), folder]

  async function runOne(index: number): Promise<void> {
    const source = random.pick(sound)
    const content = mutate(source.content, random)
    const isWhole = index % byHttp === 0
    counted[isWhole ? 'by HTTP' : source.kind === 'archive' ? 'archives' : 'pictures'] += 1
    const begunAt = performance.now()
    const example = `seed ${seed}, file ${index}, ${source.extension}`
    try {
      const judge = isWhole ? submit(target, source, content) : judgeFile(folder, index, source, content)
      outcomes[await judge] += 1
    } catch (error) {
      findings.add(`a broken ${source.extension} is no refusal but ${String(error)}`, example)
    }
    const milliseconds = performance.now() - begunAt
    slowest = Math.max(slowest, milliseconds)
    if (milliseconds > hangsAfter) findings.add(`a broken ${source.extension} took too long`, example)
  }

  for (let index = 0; index < runs; index++) {
    if (index % 250 === 0) {
      await target.restore()
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
    (path) => !fence.includes(path),
  )
  for (const path of appeared)
    if (!path.includes('postgres') && !mayAppear.some((place) => path.startsWith(place)))
      findings.add('a file appeared outside the store', path)
  for (const path of appeared.filter((each) => each.includes('files/tmp/')))
    findings.add('a file stayed in staging', path)
  for (const line of target.errors) findings.add('the hub logged an error', line)
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

async function judgeFile(
  folder: string,
  index: number,
  { kind, extension }: SoundFile,
  content: Buffer,
): Promise<Outcome> {
  const path = join(folder, `${index}.${extension}`)
  await writeFile(path, content)
  try {
    if (extension === 'zip' || extension === 'rar' || extension === '7z')
      await inspectArchive(path, { extension })
    else await encodeImage(path, { refusal: 'This is no picture' })
    return 'taken'
  } catch (error) {
    if (error instanceof Failure && error.code === 'validation') return 'refused'
    throw new Error(`${kind}: ${String(error)}`, { cause: error })
  } finally {
    await rm(path)
  }
}

/** As a submission, whole but for this file. */
async function submit(target: Target, source: SoundFile, content: Buffer): Promise<Outcome> {
  const [archive, , , , , , picture] = await soundFiles()
  if (!archive || !picture) throw new Error('There are no sound files')
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
    fileOf(isArchive ? picture.content : content, isArchive ? 'image/png' : `image/${source.extension}`),
    'cover.png',
  )
  const uploader = target.actors.find(({ name }) => name === 'uploader')
  const headers = { authorization: `Bearer ${uploader?.token}` }
  const answer = await fetch(`${target.address}/api/scripts`, { method: 'POST', headers, body: form })
  const text = await answer.text()
  if (answer.status === 201) return 'taken'
  if (answer.status === 400 && text.includes('"code":"validation"')) return 'refused'
  throw new Error(`${answer.status} ${text}`)
}

function fileOf(content: Buffer, type = 'application/octet-stream'): Blob {
  return new Blob([new Uint8Array(content)], { type })
}
