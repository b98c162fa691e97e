import { expect, type Browser, type Page } from '@playwright/test'

import { requireSuccess } from '#test-support/http-client.ts'
import * as users from '#test-support/users.ts'
import type { RegisteredUser } from '#test-support/users.ts'

import { owner } from './app-url.ts'
import { submitGarage } from './author-files.ts'
import { startOwnApp } from './own-app.ts'
import { signInPage, uniqueName } from './users.ts'

export type ModeratedApp = Awaited<ReturnType<typeof startModeratedApp>>

/** An app of its own where each version waits for review. `site` is its owner. */
export async function startModeratedApp() {
  const app = await startOwnApp({
    SCRIPT_REVIEW: 'all',
    ADMIN_USERNAME: owner.username,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
  })
  const site = await users.signIn(app.url, owner)

  async function register(prefix: string, group?: string): Promise<RegisteredUser> {
    const user = await users.registerUser(app.url, uniqueName(prefix))
    if (group === undefined) return user
    await users.changeGroup(app.url, site, user, group, 'add')
    const { body } = await requireSuccess(app.url, user, 'GET', '/api/auth/profile')
    return { ...user, user: body.user }
  }

  const submit = (author: { token: string }, name: string, archive?: Buffer) =>
    submitGarage(app.url, author, name, archive)

  async function expectWaiting(count: number): Promise<void> {
    await expect
      .poll(async () => {
        const { body } = await requireSuccess(app.url, site, 'GET', '/api/moderation/cases?kind=review')
        return body.counts.review
      })
      .toBe(count)
  }

  /** A published script. */
  async function publish(author: RegisteredUser, name: string, archive?: Buffer): Promise<number> {
    const id = await submit(author, name, archive)
    await expectWaiting(1)
    const { body } = await requireSuccess(app.url, site, 'GET', '/api/moderation/cases?kind=review')
    const [review] = body.cases
    await requireSuccess(app.url, site, 'POST', `/api/moderation/cases/${review.id}/claim`)
    await requireSuccess(app.url, site, 'POST', `/api/moderation/cases/${review.id}/decide`, {
      decision: 'published',
    })
    return id
  }

  async function openPage(browser: Browser, user: RegisteredUser, path: string): Promise<Page> {
    const page = await browser.newPage({ baseURL: app.url, reducedMotion: 'reduce' })
    await signInPage(page, user)
    await page.goto(path)
    return page
  }

  return { ...app, site, register, submit, expectWaiting, publish, openPage }
}
