import { join } from 'node:path'
import { createHash } from 'node:crypto'

import { lazySingleton, type App } from '#platform/app.ts'
import { unavailable } from '#platform/errors.ts'
import { programFolder } from '#platform/version.ts'

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
  /** The key is the requested URL, see pages.routes.ts. */
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
  if (state.isClosed) throw unavailable('The site is restarting. Please try again in a moment.')
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

// React Aria adds these two style elements to the document, on touch screens and in dialogs.
const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
]

// So does sonner for its toasts: one element, empty at first, then with this text.
const toastStyles = [hashSource(''), "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='"]

/**
 * The content security policy of every page. It has hashes, because a cached page cannot have a nonce. Style attributes
 * are allowed for colours and widths that are data.
 */
export function pagePolicy(inlineScript: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(inlineScript)}`,
    `style-src 'self' ${[...libraryStyles.map(hashSource), ...toastStyles].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    // The logos of partners are on other hosts (docs/decisions/0008), and partners change while a page is open.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
