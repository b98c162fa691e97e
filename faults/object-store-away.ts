import {
  cutsOff,
  failsWith,
  startObjectStore,
  staysSilent,
  type Trouble,
} from '#platform/files/testing-s3.ts'

import { demand, registerUploader, signIn, type Person } from './client.ts'
import { countScripts, runJob } from './database.ts'
import { total, worst, type Fault } from './fault.ts'
import { newWatch, otherThan, slowestOf, watched, type Watch } from './measuring.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'
import { prepareUpload, uploadKinds } from './uploads.ts'
import { until } from './waiting.ts'

type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>

const twoDays = 2 * 24 * 60 * 60 * 1000
/** In every so manieth round the store falls silent, which takes as long as the hub is patient. */
const silentEvery = 5
const slowness = 250

export const objectStoreAway: Fault = {
  figure: 'F11',
  name: 'the object store fails every first try, is slow, answers 500 or 503, cuts connections or falls silent',
  bar: 'uploads, submissions, downloads and pictures answer 503 within 15 s, no row is made, pages go on; while only first tries fail or it is slow, all succeeds',
  rounds: { short: 1, long: 20 },
  async bringAbout(ground, rounds) {
    const store = await startObjectStore()
    try {
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.s3
      const site = await ground.site({
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      })
      await site.start()
      const uploader = await registerUploader(site, await signIn(site.address(), site.owner), 'uploader')
      const refused = newWatch()
      const pictures = newWatch()
      const read = newWatch()
      const met = newWatch()
      const recovered: number[] = []
      let uploads = 0
      let expected = 0
      // Before the outages: after one the client of the store tries again only as often as it was answered meanwhile.
      for (let round = 0; round < rounds; round++) {
        store.troubleWith(unsteady())
        await meetWeather(site, uploader, met, `Unsteady ${round}`)
        store.troubleWith(undefined)
        store.delay(slowness)
        await meetWeather(site, uploader, met, `Slow ${round}`)
        store.delay(0)
        expected += 2
      }
      for (let round = 0; round < rounds; round++) {
        const known = await submit(site, uploader, `Known ${round}`)
        expected += 1
        for (const trouble of troublesOf(round)) {
          store.troubleWith(() => trouble)
          await meetOutage(site, uploader, { refused, pictures, read }, known)
          uploads += await sendUpload(site, uploader, round)
          store.troubleWith(undefined)
          recovered.push(
            await until(() => isGiven(site, uploader, known.id), 10_000, 'The store was not found again'),
          )
        }
      }
      const rows = await countScripts(site)
      const audit = await sweep(site, store)
      if (audit.code !== 0) ground.say(audit.output.trim())
      for (const [what, watch] of Object.entries({ refused, pictures, read, met }))
        ground.say(
          `${what}: ${[...watch.statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`,
        )
      return {
        rounds: total(rounds, ''),
        'calls refused with 503': total(refused.statuses.get(503) ?? 0, '', { atLeast: 4 * rounds }),
        'answered otherwise': total(otherThan(refused, 503) + otherThan(pictures, 200, 503), '', {
          atMost: 0,
        }),
        'slowest refusal': worst(slowestOf([...refused.times, ...pictures.times]), 'ms', { atMost: 15_000 }),
        'uploads not refused with 503': total(uploads, '', { atMost: 0 }),
        'scripts more or less than were made': total(Math.abs(rows - expected), '', { atMost: 0 }),
        'pages and calls that failed meanwhile': total(otherThan(read, 200), '', { atMost: 0 }),
        'served again after': worst(slowestOf(recovered), 'ms', { atMost: 10_000 }),
        'refused although the store was only unsteady or slow': total(otherThan(met, 200, 201, 302), '', {
          atMost: 0,
        }),
        'audits with a problem, after the sweep': total(audit.code === 0 ? 0 : 1, '', { atMost: 0 }),
      }
    } finally {
      await store.close()
    }
  },
}

function troublesOf(round: number) {
  const loud = [failsWith(500), failsWith(503, 'SlowDown'), cutsOff]
  return round % silentEvery === silentEvery - 1 ? [...loud, staysSilent] : loud
}

/** Every call fails once. */
function unsteady(): Trouble {
  const failed = new Set<string>()
  return (call) => {
    if (failed.delete(call)) return undefined
    failed.add(call)
    return failsWith(500)
  }
}

type Known = { id: number; image: string }

async function submit(site: Site, uploader: Person, name: string): Promise<Known> {
  const { form } = await submission(name)
  const { body } = await demand(site.address(), uploader, 'POST', '/api/scripts', form)
  return { id: body.id, image: body.images[0] }
}

/** What needs the store, and beside it what does not. */
async function meetOutage(
  site: Site,
  uploader: Person,
  { refused, pictures, read }: Record<'refused' | 'pictures' | 'read', Watch>,
  { id, image }: Known,
): Promise<void> {
  const address = site.address()
  const { form } = await submission('Never there')
  const link = await watched(read, address, uploader, 'GET', `/api/scripts/${id}/download`)
  await Promise.all([
    watched(refused, address, uploader, 'POST', '/api/scripts', form),
    // It may be kept in the hub's memory.
    watched(pictures, address, null, 'GET', image),
    watched(refused, address, null, 'GET', link?.body.downloadUrl),
    ...['/', '/scripts', `/scripts/${id}`, '/api/scripts', `/api/scripts/${id}`].map((path) =>
      watched(read, address, null, 'GET', path),
    ),
  ])
}

/** By a signed address or tus, straight into the store; 1 when it was answered otherwise than with 503. */
async function sendUpload(site: Site, uploader: Person, round: number): Promise<number> {
  const kind = uploadKinds[1 + (round % 2)] ?? 'tus'
  const { bytes, send } = await prepareUpload(site, uploader, kind, 100_000)
  const outcome = await send((request) => void request.end(bytes))
  return typeof outcome === 'object' && outcome.status === 503 ? 0 : 1
}

async function meetWeather(site: Site, uploader: Person, met: Watch, name: string): Promise<void> {
  const address = site.address()
  const { form } = await submission(name)
  const made = await watched(met, address, uploader, 'POST', '/api/scripts', form)
  if (made?.status !== 201) return
  const { id, images } = made.body
  await watched(met, address, null, 'GET', images[0])
  const link = await watched(met, address, uploader, 'GET', `/api/scripts/${id}/download`)
  // Not on to the store itself, which fails every second call.
  await watched(met, address, null, 'GET', link?.body.downloadUrl, undefined, { redirect: 'manual' })
}

async function isGiven(site: Site, uploader: Person, id: number): Promise<boolean> {
  const link = await demand(site.address(), uploader, 'GET', `/api/scripts/${id}/download`)
  const target = new URL(link.body.downloadUrl, site.address())
  return (await fetch(target, { redirect: 'manual' })).status === 302
}

/** As two days later: what a broken submission left in the store is gone, and only that. */
async function sweep(site: Site, store: ObjectStore) {
  await store.setAge(new Date(Date.now() - twoDays))
  await runJob(site, 'sweep-uploads')
  await runJob(site, 'sweep-files')
  return site.command('check-files', '--hash')
}
