import { expect, type Locator, type Page } from '@playwright/test'

/** The focus is on an element, not on the document. */
export async function expectFocusNotLost(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

/**
 * Waits until React has hydrated an element. Before, a link loads its page from the server, and a field or a key does
 * nothing. The event is the probe of first-paint.ts.
 */
export async function waitForHydration(element: Locator): Promise<void> {
  const isHydrated = () =>
    element.evaluate(
      (node) => !node.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true })),
    )
  await expect.poll(isHydrated).toBe(true)
}

/** Holds matching requests until `release`. */
export async function delayRequests(page: Page, url: string) {
  const gate = Promise.withResolvers<void>()
  let seen = 0
  await page.route(url, async (route) => {
    seen += 1
    await gate.promise
    await route.continue()
  })
  return { seen: () => seen, release: gate.resolve }
}

/** The same token with an expiry in the past; only the web app reads it. */
export function expiredToken(token: string): string {
  const [head, claims = '', signature] = token.split('.')
  const expired = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 1_600_000_000 }
  return [head, Buffer.from(JSON.stringify(expired)).toString('base64url'), signature].join('.')
}

/** Limits the upload speed, so that the progress is visible. */
export async function slowUploads(page: Page, megabytesPerSecond: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: megabytesPerSecond * 1024 * 1024,
  })
}

/** Collects the requests of a page, except assets, as `POST /api/scripts`. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/assets/')) requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

/** Waits for the styles only: the page is not loaded before its scripts are. */
export async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('main')).toBeAttached()
  const hasStyles = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
    )
  await expect.poll(hasStyles).toBe(true)
}

type LayoutShift = { value: number; moved: string[] }

/** Each layout shift of the page, with the elements that moved, from where to where. */
export async function recordLayoutShifts(page: Page): Promise<() => Promise<LayoutShift[]>> {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const { value = 0, sources = [] } of list.getEntries()) {
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const markup = node instanceof Element ? node.outerHTML : node?.textContent
          return `${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}: ${markup?.slice(0, 150)}`
        })
        window.shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => window.shifts)
}

const layoutShiftMax = 0.01

export function expectSmallShifts(shifts: LayoutShift[], where = ''): void {
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(total, `${where} ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(layoutShiftMax)
}

/** Waits until what has changed is painted. */
export async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** A font that arrives after the first paint may wrap a line differently. */
export async function withoutFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort())
}

declare global {
  interface Window {
    shifts: LayoutShift[]
  }
  /** These fields belong to the Layout Instability API, which TypeScript does not declare yet. */
  interface PerformanceEntry {
    value?: number
    sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
  }
}
