import { chromium as browserType, type Browser, type Page } from '@playwright/test'

import { demoPassword } from '../../demo/users.ts'
import type { Threshold } from '../result.ts'
import type { Ground } from './environment.ts'
import { interactions, type Interaction } from './interactions.ts'

const rounds = 5
const slowdown = 4
const latencyMax = 100
/** What has not answered by then does not answer. */
const timeouts = 10_000

declare global {
  interface Window {
    /** How long after each press or key the screen had changed. */
    latencies: number[]
    /** How long after it the answer was to be seen. */
    answered: Promise<number>
  }
}

/**
 * The time from a click or key press to the frame that shows its result, on a slowed-down processor. The browser's own
 * event timing ends with the first frame, which may not show the result yet.
 */
export async function timeInteractions({ url, chromium }: Ground): Promise<Threshold[]> {
  const browser = await browserType.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    const thresholds: Threshold[] = []
    for (const one of interactions)
      thresholds.push({
        metric: one.metric,
        value: await timeOne(browser, url, one),
        unit: ' ms',
        limit: { atMost: latencyMax },
      })
    return thresholds
  } finally {
    await browser.close()
  }
}

async function timeOne(browser: Browser, url: string, interaction: Interaction): Promise<number> {
  const { path, who, act, answer } = interaction
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    window.latencies = []
    const response = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('interactionId' in entry && entry.interactionId !== 0) window.latencies.push(entry.duration)
    }).observe(response)
  })
  if (who) await signIn(page, who)
  const devTools = await context.newCDPSession(page)
  const times: number[] = []
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  for (let round = 0; round < rounds; round += 1) {
    const press = await act(page, round)
    await atRest(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await awaitAnswer(page, answer)
    await press()
    const answered = await page.evaluate(() => window.answered)
    await drawn(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // Event timing does not report events below 16 ms.
    times.push(Math.max(16, Math.round(answered), ...(await page.evaluate(() => window.latencies))))
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** Checks in each frame after the event whether the result is visible. */
async function awaitAnswer(page: Page, answer: Interaction['answer']): Promise<void> {
  await page.evaluate(
    ({ element, is, timeouts: most }) => {
      const read = (): unknown => {
        const found = document.querySelector(element)
        return found && (Reflect.get(found, is) ?? getComputedStyle(found).getPropertyValue(is))
      }
      const before = read()
      window.latencies = []
      window.answered = new Promise((resolve) => {
        setTimeout(() => resolve(Number.POSITIVE_INFINITY), most)
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            // A requestAnimationFrame callback runs before the frame is drawn; a task that it queues runs after it.
            if (read() === before) requestAnimationFrame(look)
            else setTimeout(() => resolve(performance.now() - timeStamp))
          }
          requestAnimationFrame(look)
        }
        for (const type of ['pointerdown', 'keydown'])
          addEventListener(type, begin, { capture: true, once: true })
      })
    },
    { ...answer, timeouts },
  )
}

/** Nothing that the pointer began on its way is still fading. */
async function atRest(page: Page): Promise<void> {
  await drawn(page)
  await page.evaluate(async () => {
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

/** Waits until the frame is drawn, observers have run and the page is idle. */
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
    ([token, storedUser]) => {
      localStorage.setItem('auth_token', token)
      localStorage.setItem('auth_user', storedUser)
    },
    [accessToken, JSON.stringify(user)] as const,
  )
}
