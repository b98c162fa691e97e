import { chromium as browserType, type Browser, type Page } from '@playwright/test'

import { demoPassword } from '../../demo/users.ts'
import type { Threshold } from '../result.ts'
import type { WebEnvironment } from './environment.ts'
import { interactions, type Interaction } from './interactions.ts'

const rounds = 5
const slowdown = 4
const latencyMax = 100
/** Without a visible result by then, the time is infinite. */
const timeoutMs = 10_000

declare global {
  interface Window {
    /** Durations of the browser's event timing. */
    eventDurations: number[]
    /** Milliseconds from the event to the frame that shows its result. */
    resultTime: Promise<number>
  }
}

/**
 * The time from a click or key press to the frame that shows its result, on a slowed-down processor. The browser's own
 * event timing ends with the first frame, which may not show the result yet.
 */
export async function timeInteractions({ url, chromium }: WebEnvironment): Promise<Threshold[]> {
  const browser = await browserType.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const thresholds: Threshold[] = []
    for (const interaction of interactions)
      thresholds.push({
        metric: interaction.metric,
        value: await timeOne(browser, url, interaction),
        unit: ' ms',
        limit: { atMost: latencyMax },
      })
    return thresholds
  } finally {
    await browser.close()
  }
}

async function timeOne(browser: Browser, url: string, interaction: Interaction): Promise<number> {
  const { path, email, prepare, result } = interaction
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.eventDurations = []
    const observed = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId !== 0) window.eventDurations.push(entry.duration)
    }).observe(observed)
  })
  if (email) await signIn(page, email)
  const devTools = await context.newCDPSession(page)
  const times: number[] = []
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  for (let round = 0; round < rounds; round += 1) {
    const act = await prepare(page, round)
    await finishTransitions(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await observeResult(page, result)
    await act()
    const resultTime = await page.evaluate(() => window.resultTime)
    await waitForFrame(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // Event timing does not report events below 16 ms.
    times.push(Math.max(16, Math.round(resultTime), ...(await page.evaluate(() => window.eventDurations))))
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** From the next event on, checks in each frame whether the result is visible. */
async function observeResult(page: Page, result: Interaction['result']): Promise<void> {
  await page.evaluate(
    ({ selector, property, timeoutMs: timeout }) => {
      const read = (): unknown => {
        const found = document.querySelector(selector)
        return found && (Reflect.get(found, property) ?? getComputedStyle(found).getPropertyValue(property))
      }
      const before = read()
      window.eventDurations = []
      window.resultTime = new Promise((resolve) => {
        setTimeout(() => resolve(Number.POSITIVE_INFINITY), timeout)
        const start = ({ timeStamp }: Event) => {
          const check = () => {
            // A requestAnimationFrame callback runs before the frame is drawn; a task that it queues runs after it.
            if (read() === before) requestAnimationFrame(check)
            else setTimeout(() => resolve(performance.now() - timeStamp))
          }
          requestAnimationFrame(check)
        }
        for (const type of ['pointerdown', 'keydown'])
          addEventListener(type, start, { capture: true, once: true })
      })
    },
    { ...result, timeoutMs },
  )
}

/** Waits for transitions that the pointer has started. */
async function finishTransitions(page: Page): Promise<void> {
  await waitForFrame(page)
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
}

/** Waits until the frame is drawn, observers have run and the page is idle. */
async function waitForFrame(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)))
      }),
  )
}

export async function signIn(page: Page, email: string): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: { email, password: demoPassword } })
  const { accessToken, user } = await response.json()
  await page.addInitScript(
    ([token, storedUser]) => {
      localStorage.setItem('auth_token', token)
      localStorage.setItem('auth_user', storedUser)
    },
    [accessToken, JSON.stringify(user)] as const,
  )
}
