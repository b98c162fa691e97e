import { chromium as browserType, type Browser, type Page } from '@playwright/test'

import { demoPassword } from '../../demo/people.ts'
import type { Bar } from '../finding.ts'
import type { Ground } from './ground.ts'
import { interactions, type Interaction } from './interactions.ts'

const rounds = 5
const slowdown = 4
const latencyMax = 100
/** What has not answered by then does not answer. */
const patience = 10_000

declare global {
  interface Window {
    /** How long after each press or key the screen had changed. */
    latencies: number[]
    /** How long after it the answer was to be seen. */
    answered: Promise<number>
  }
}

/**
 * From a press or a key to the picture on the screen that shows the answer, on a processor slowed down. The browser's own
 * account ends with the first picture that follows, whatever it shows; the answer may come with a later one.
 */
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

async function timeOne(browser: Browser, address: string, interaction: Interaction): Promise<number> {
  const { path, who, act, answer } = interaction
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
    await atRest(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await awaitAnswer(page, answer)
    await press()
    const answered = await page.evaluate(() => window.answered)
    await drawn(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // What took less than 16 ms is not told.
    times.push(Math.max(16, Math.round(answered), ...(await page.evaluate(() => window.latencies))))
    await page.waitForLoadState('networkidle')
  }
  await context.close()
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
}

/** Has the page look, at each picture that it draws after the press or the key, whether the answer is in it. */
async function awaitAnswer(page: Page, answer: Interaction['answer']): Promise<void> {
  await page.evaluate(
    ({ element, is, patience: most }) => {
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
            // What runs before a picture is drawn sees what it will show; what it puts off runs once it is drawn.
            if (read() === before) requestAnimationFrame(look)
            else setTimeout(() => resolve(performance.now() - timeStamp))
          }
          requestAnimationFrame(look)
        }
        for (const type of ['pointerdown', 'keydown'])
          addEventListener(type, begin, { capture: true, once: true })
      })
    },
    { ...answer, patience },
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
