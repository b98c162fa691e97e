import { chromium as browserType, type Browser, type Page } from '@playwright/test'

import { demoPassword } from '../../demo/people.ts'
import type { Bar } from '../finding.ts'
import type { Ground } from './ground.ts'
import { interactions, type Interaction } from './interactions.ts'

const rounds = 5
const slowdown = 4
const latencyMax = 100

declare global {
  interface Window {
    /** How long after each press or key the screen had changed. */
    latencies: number[]
  }
}

/** From a press or a key to the next picture on the screen, by the browser's own account, on a processor slowed down. */
export async function timeInteractions({ address, chromium }: Ground): Promise<Bar[]> {
  const browser = await browserType.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const bars: Bar[] = []
    for (const one of interactions)
      bars.push({
        claim: one.claim,
        value: await timeOne(browser, address, one),
        unit: ' ms',
        bound: { atMost: latencyMax },
      })
    return bars
  } finally {
    await browser.close()
  }
}

async function timeOne(browser: Browser, address: string, { path, who, act }: Interaction): Promise<number> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.latencies = []
    const told = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId !== 0) window.latencies.push(entry.duration)
    }).observe(told)
  })
  if (who) await signIn(page, who)
  const devTools = await context.newCDPSession(page)
  const times: number[] = []
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  for (let round = 0; round < rounds; round += 1) {
    const press = await act(page, round)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.evaluate(() => (window.latencies = []))
    await press()
    await drawn(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // What took less than 16 ms is not told.
    times.push(Math.max(16, ...(await page.evaluate(() => window.latencies))))
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** Drawn, told to whoever observes, and idle. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)))
      }),
  )
}

async function signIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: demoPassword } })
  const { accessToken, user } = await answer.json()
  await page.addInitScript(
    ([token, person]) => {
      localStorage.setItem('auth_token', token)
      localStorage.setItem('auth_user', person)
    },
    [accessToken, JSON.stringify(user)] as const,
  )
}
