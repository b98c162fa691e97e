import { join } from 'node:path'

import { lazySingleton, type App } from '#platform/app.ts'
import { unavailable } from '#platform/errors.ts'
import { programFolder } from '#platform/version.ts'

import { pagePolicy } from './page-policy.ts'
import { openRenderThread, type RenderThread } from './render-thread.ts'
import { isDev } from './vite-dev.ts'

/** The output of `npm run build`. */
const build = {
  server: join(programFolder, 'dist/server/entry-server.js'),
  manifest: join(programFolder, 'dist/client/.vite/manifest.json'),
}

export type Renderer = {
  thread: RenderThread
  /** The content security policy of the pages. */
  policy: string
  /** The key is the requested URL, see render-page.ts. */
  canonicalUrls: Map<string, string>
}

type State = { renderer?: Promise<Renderer>; isClosed?: true }

const stateOf = lazySingleton((app) => {
  const state: State = {}
  const help = 'Share of time since the last reading that the page thread was busy'
  app.metrics?.addGauge('page_thread_utilization', help, async () => {
    // Without a build there is no thread.
    const renderer = await state.renderer?.catch(() => undefined)
    return renderer?.thread.utilization() ?? 0
  })
  return state
})

/** The thread that renders pages. It is started at the first use, and again after it has ended. */
export async function getRenderer(app: App): Promise<Renderer> {
  const state = stateOf(app)
  if (state.isClosed) throw unavailable('The site restarts. Please try again in a moment.')
  state.renderer ??= openRenderer(app, () => delete state.renderer)
  return state.renderer
}

async function openRenderer(app: App, onEnd: () => void): Promise<Renderer> {
  const thread = await openRenderThread({ build, log: app.log, onEnd })
  return { thread, policy: pagePolicy(thread.firstPaintScript), canonicalUrls: new Map() }
}

/** Starts the thread before the first page is requested. */
export function warmUp(app: App): void {
  if (isDev()) return
  // Without a build, the first page responds with the error and tries again.
  getRenderer(app).catch(() => undefined)
}

export async function closePages(app: App): Promise<void> {
  const state = stateOf(app)
  state.isClosed = true
  const renderer = await state.renderer?.catch(() => undefined)
  await renderer?.thread.close()
}
