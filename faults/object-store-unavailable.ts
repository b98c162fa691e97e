import {
  closeConnection,
  respondWithError,
  startObjectStore,
  neverRespond,
  type FaultInjection,
} from '#test-support/s3-server.ts'

import { requireSuccess } from '#test-support/http-client.ts'
import { registerUploader, signIn, type RegisteredUser } from '#test-support/users.ts'
import { countScripts, runJob } from './database.ts'
import { total, worst, type Fault } from './fault.ts'
import { newWatch, otherThan, slowestOf, watched, type Watch } from './measuring.ts'
import type { Site } from './site.ts'
import { submission } from './submission.ts'
import { prepareUpload, uploadKinds } from './uploads.ts'
import { until } from './waiting.ts'

type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>

const twoDays = 2 * 24 * 60 * 60 * 1000
/** Every this many iterations the store does not respond, which takes as long as the timeouts of the app. */
const unresponsiveEvery = 5
const delay = 250

export const objectStoreUnavailable: Fault = {
  figure: 'F11',
  name: 'the object store fails first attempts, is slow, responds with 500 or 503, cuts connections or does not respond',
  bar: 'uploads, submissions, downloads and images respond with 503 within 15 s, no row is created, pages work; with failing first attempts or a slow store everything succeeds',
  iterations: { short: 1, long: 20 },
  async run(env, iterations) {
    const store = await startObjectStore()
    try {
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.s3
      const site = await env.site({
        S3_ENDPOINT: endpoint,
        S3_REGION: region,
        S3_BUCKET: bucket,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      })
      await site.start()
      const uploader = await registerUploader(site.url(), await signIn(site.url(), site.owner), 'uploader')
      const rejected = newWatch()
      const imageWatch = newWatch()
      const read = newWatch()
      const unreliable = newWatch()
      const recovered: number[] = []
      let uploads = 0
      let expected = 0
      // Before the outages: they use up the retry quota of the S3 client, which only successful calls refill.
      for (let round = 0; round < iterations; round++) {
        store.injectFault(failFirstAttempts())
        await useUnreliableStore(site, uploader, unreliable, `Unreliable ${round}`)
        store.injectFault(undefined)
        store.setDelay(delay)
        await useUnreliableStore(site, uploader, unreliable, `Slow ${round}`)
        store.setDelay(0)
        expected += 2
      }
      for (let round = 0; round < iterations; round++) {
        const known = await submit(site, uploader, `Known ${round}`)
        expected += 1
        for (const fault of faultsOf(round)) {
          store.injectFault(() => fault)
          await useDuringOutage(site, uploader, { rejected, imageWatch, read }, known)
          uploads += await sendUpload(site, uploader, round)
          store.injectFault(undefined)
          recovered.push(
            await until(() => isDownloadable(site, uploader, known.id), 10_000, 'Downloads did not recover'),
          )
        }
      }
      const rows = await countScripts(site)
      const audit = await sweep(site, store)
      if (audit.code !== 0) env.log(audit.output.trim())
      for (const [what, watch] of Object.entries({ rejected, imageWatch, read, unreliable }))
        env.log(`${what}: ${[...watch.statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}`)
      return {
        iterations: total(iterations, ''),
        'calls rejected with 503': total(rejected.statuses.get(503) ?? 0, '', { atLeast: 4 * iterations }),
        'other responses': total(otherThan(rejected, 503) + otherThan(imageWatch, 200, 503), '', {
          atMost: 0,
        }),
        'slowest rejection': worst(slowestOf([...rejected.times, ...imageWatch.times]), 'ms', {
          atMost: 15_000,
        }),
        'uploads not rejected with 503': total(uploads, '', { atMost: 0 }),
        'difference in the number of scripts': total(Math.abs(rows - expected), '', { atMost: 0 }),
        'pages and calls that failed during it': total(otherThan(read, 200), '', { atMost: 0 }),
        'recovered after': worst(slowestOf(recovered), 'ms', { atMost: 10_000 }),
        'rejected although the store was only unreliable or slow': total(
          otherThan(unreliable, 200, 201, 302),
          '',
          {
            atMost: 0,
          },
        ),
        'failed audits after the sweep': total(audit.code === 0 ? 0 : 1, '', { atMost: 0 }),
      }
    } finally {
      await store.close()
    }
  },
}

function faultsOf(round: number) {
  const immediate = [respondWithError(500), respondWithError(503, 'SlowDown'), closeConnection]
  return round % unresponsiveEvery === unresponsiveEvery - 1 ? [...immediate, neverRespond] : immediate
}

/** Every call fails once. */
function failFirstAttempts(): FaultInjection {
  const failed = new Set<string>()
  return (call) => {
    if (failed.delete(call)) return undefined
    failed.add(call)
    return respondWithError(500)
  }
}

type Known = { id: number; image: string }

async function submit(site: Site, uploader: RegisteredUser, name: string): Promise<Known> {
  const { form } = await submission(name)
  const { body } = await requireSuccess(site.url(), uploader, 'POST', '/api/scripts', form)
  return { id: body.id, image: body.images[0] }
}

/** Sends calls that need the store and calls that do not. */
async function useDuringOutage(
  site: Site,
  uploader: RegisteredUser,
  { rejected, imageWatch, read }: Record<'rejected' | 'imageWatch' | 'read', Watch>,
  { id, image }: Known,
): Promise<void> {
  const url = site.url()
  const { form } = await submission('Never there')
  const link = await watched(read, url, uploader, 'GET', `/api/scripts/${id}/download`)
  await Promise.all([
    watched(rejected, url, uploader, 'POST', '/api/scripts', form),
    // The app may have cached it in memory.
    watched(imageWatch, url, null, 'GET', image),
    watched(rejected, url, null, 'GET', link?.body.downloadUrl),
    ...['/', '/scripts', `/scripts/${id}`, '/api/scripts', `/api/scripts/${id}`].map((path) =>
      watched(read, url, null, 'GET', path),
    ),
  ])
}

/** Uploads by signed URL or tus into the store. Returns 0 if the response is 503, otherwise 1. */
async function sendUpload(site: Site, uploader: RegisteredUser, round: number): Promise<number> {
  const kind = uploadKinds[1 + (round % 2)] ?? 'tus'
  const { bytes, send } = await prepareUpload(site, uploader, kind, 100_000)
  const outcome = await send((request) => void request.end(bytes))
  return typeof outcome === 'object' && outcome.status === 503 ? 0 : 1
}

async function useUnreliableStore(
  site: Site,
  uploader: RegisteredUser,
  unreliable: Watch,
  name: string,
): Promise<void> {
  const url = site.url()
  const { form } = await submission(name)
  const made = await watched(unreliable, url, uploader, 'POST', '/api/scripts', form)
  if (made?.status !== 201) return
  const { id, images } = made.body
  await watched(unreliable, url, null, 'GET', images[0])
  const link = await watched(unreliable, url, uploader, 'GET', `/api/scripts/${id}/download`)
  // The redirect is not followed: the store itself fails every second call.
  await watched(unreliable, url, null, 'GET', link?.body.downloadUrl, undefined, { redirect: 'manual' })
}

async function isDownloadable(site: Site, uploader: RegisteredUser, id: number): Promise<boolean> {
  const link = await requireSuccess(site.url(), uploader, 'GET', `/api/scripts/${id}/download`)
  const target = new URL(link.body.downloadUrl, site.url())
  return (await fetch(target, { redirect: 'manual' })).status === 302
}

/** Runs the sweeps as if two days had passed: they remove exactly what failed submissions left in the store. */
async function sweep(site: Site, store: ObjectStore) {
  await store.setModifiedAt(new Date(Date.now() - twoDays))
  await runJob(site, 'sweep-uploads')
  await runJob(site, 'sweep-files')
  return site.command('check-files', '--hash')
}
