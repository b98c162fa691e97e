import { expect, type Page } from '@playwright/test'

/** After what a person did, something has the focus: the page as a whole never does. */
export async function expectFocusNotLost(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

/** Keeps matching requests on their way until they are released: a slow network, held still. */
export async function holdBack(page: Page, address: string) {
  const gate = Promise.withResolvers<void>()
  let seen = 0
  await page.route(address, async (route) => {
    seen += 1
    await gate.promise
    await route.continue()
  })
  return { seen: () => seen, release: gate.resolve }
}

/** The same token with an expiry in the past: nobody but the browser looks at it. */
export function endedToken(token: string): string {
  const [head, claims = '', signature] = token.split('.')
  const ended = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 1_600_000_000 }
  return [head, Buffer.from(JSON.stringify(ended)).toString('base64url'), signature].join('.')
}

/** Lets uploads go as on a home line, so that there is something to see of them. */
export async function slowUploads(page: Page, megabytesPerSecond: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: megabytesPerSecond * 1024 * 1024,
  })
}

/** The calls a page makes, as `POST /api/scripts`. */
export function noteCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/assets/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}
