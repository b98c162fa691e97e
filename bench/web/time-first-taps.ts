import { chromium as browserType, devices, type Browser, type Page } from '@playwright/test'

import type { Threshold } from '../result.ts'
import type { WebEnvironment } from './environment.ts'
import { signIn } from './time-interactions.ts'

const tapAtMs = 800
const rounds = 3
const kilobyte = 1024
/** A phone on a bad connection. */
const network = {
  offline: false,
  latency: 400,
  downloadThroughput: 50 * kilobyte,
  uploadThroughput: 50 * kilobyte,
}

type FirstTap = {
  metric: string
  path: string
  email?: string
  secondsMax: number
  tap: (page: Page) => Promise<void>
  /** Resolves when the page has done what was tapped. */
  result: (page: Page) => Promise<unknown>
}

// The styles, which hide the second one, may not be loaded yet.
const download = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Download/ })
    .first()
const choice = (page: Page) => page.getByRole('dialog', { name: 'Sign In to Download' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Sign In', exact: true }).getByLabel('Email')
const signInForm = (page: Page) => page.locator('main form[aria-label="Sign In"]')

const taps: readonly FirstTap[] = [
  {
    metric: 'a visitor taps Download: its dialog',
    path: '/scripts/1',
    secondsMax: 2.5,
    tap: (page) => download(page).tap(),
    result: (page) => choice(page).waitFor(),
  },
  {
    metric: 'a visitor taps Download and Sign in: the form',
    path: '/scripts/1',
    secondsMax: 3,
    tap: async (page) => {
      await download(page).tap()
      await choice(page).getByRole('button', { name: 'Sign in' }).tap()
    },
    result: (page) => form(page).waitFor(),
  },
  {
    metric: 'a member taps Download: the download',
    path: '/scripts/1',
    email: 'newcomer_01@demo.example.com',
    secondsMax: 7,
    tap: (page) => download(page).tap(),
    result: (page) => page.waitForEvent('download'),
  },
  {
    metric: 'a visitor taps Sign In: the form',
    path: '/scripts/1',
    secondsMax: 2.5,
    tap: (page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' }).tap(),
    result: (page) => form(page).waitFor(),
  },
  {
    metric: 'the form of /sign-in',
    path: '/sign-in',
    secondsMax: 1.5,
    tap: () => Promise.resolve(),
    result: (page) => signInForm(page).getByLabel('Email').waitFor(),
  },
  {
    metric: 'a visitor fills in the form of /sign-in: signed in',
    path: '/sign-in',
    secondsMax: 7.5,
    tap: async (page) => {
      await signInForm(page).getByLabel('Email').fill('newcomer_01@demo.example.com')
      await signInForm(page).getByLabel('Password', { exact: true }).fill('scripthaven-demo')
      await signInForm(page).getByRole('button', { name: 'Sign In' }).tap()
    },
    result: (page) => page.getByRole('heading', { name: 'You are signed in' }).waitFor(),
  },
]

/** The time from the start of a page to the result of a tap 0.8 s later, before its scripts are loaded. */
export async function timeFirstTaps({ url, chromium }: WebEnvironment): Promise<Threshold[]> {
  const browser = await browserType.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const thresholds: Threshold[] = []
    for (const firstTap of taps) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await timeOne(browser, url, firstTap))
      thresholds.push({
        metric: `slow phone, ${firstTap.metric}`,
        value: Math.round((times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN) / 100) / 10,
        unit: ' s',
        limit: { atMost: firstTap.secondsMax },
      })
    }
    return thresholds
  } finally {
    await browser.close()
  }
}

async function timeOne(
  browser: Browser,
  url: string,
  { path, email, tap, result }: FirstTap,
): Promise<number> {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'] ?? {}
  const context = await browser.newContext({
    ...phone,
    baseURL: url,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  if (email) await signIn(page, email)
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', network)
  const startedAt = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForTimeout(Math.max(0, tapAtMs - (performance.now() - startedAt)))
  await Promise.all([result(page), tap(page)])
  const time = performance.now() - startedAt
  await context.close()
  return time
}
