import type { Locator, Page } from '@playwright/test'

import { signInFormId } from '#web/app/dialogs.ts'

/** A user interaction that is repeated and timed. */
export type Interaction = {
  metric: string
  path: string
  /** Email of the user who is signed in. */
  email?: string
  /** Prepares a round and returns the action to be timed. */
  prepare: (page: Page, round: number) => Promise<() => Promise<void>>
  /** The visible result: this property of the element, or of its computed style, has changed. */
  result: { selector: string; property: string }
}

const member = 'newcomer_01@demo.example.com'
const uploader = 'kestrel@demo.example.com'
const owner = 'harbourmaster@demo.example.com'

export const interactions: readonly Interaction[] = [
  {
    metric: 'list: select a category',
    path: '/scripts',
    prepare: async (page, round) => {
      const names = ['Cars', 'Mapping', 'Scripts', 'All']
      return prepareClick(
        page
          .getByRole('navigation', { name: 'Categories' })
          .getByRole('link', { name: new RegExp(`^${names[round % names.length]}`) }),
      )
    },
    result: { selector: '[aria-label="Categories"] [aria-current]', property: 'textContent' },
  },
  {
    metric: 'list: toggle filters',
    path: '/scripts',
    prepare: async (page) => prepareClick(page.getByRole('button', { name: /^Filters/ })),
    result: { selector: 'main button[aria-controls]', property: 'ariaExpanded' },
  },
  {
    metric: 'list: change the page',
    path: '/scripts',
    prepare: async (page, round) =>
      prepareClick(
        page
          .getByRole('navigation', { name: 'Pagination' })
          .getByRole('link', { name: `Page ${(round % 2) + 1 === 1 ? 2 : 1}`, exact: true }),
      ),
    result: { selector: '[aria-label="Pagination"] [aria-current]', property: 'textContent' },
  },
  {
    metric: 'list: type in the search',
    path: '/scripts',
    prepare: async (page) => prepareKeyPress(page, page.getByRole('main').getByRole('searchbox')),
    result: { selector: 'main [type=search]', property: 'value' },
  },
  {
    metric: 'list: click a card',
    path: '/scripts',
    prepare: async (page, round) => {
      if (round > 0) {
        await page.waitForURL('/scripts/*')
        await page.goBack()
      }
      await page.waitForURL('/scripts')
      await page.waitForLoadState('networkidle')
      return prepareClick(
        page.getByRole('main').getByRole('article').nth(1).getByRole('heading').getByRole('link'),
      )
    },
    result: { selector: 'main li:nth-child(2) > article', property: 'border-color' },
  },
  {
    metric: 'script: like',
    path: '/scripts/1',
    email: member,
    prepare: async (page) =>
      prepareClick(page.getByRole('button', { name: /^Liked? / }).filter({ visible: true })),
    result: { selector: 'aside [class*=likeButton]', property: 'ariaPressed' },
  },
  {
    metric: 'header: open the sign-in dialog',
    path: '/faq',
    prepare: async (page, round) => {
      if (round > 0) await page.keyboard.press('Escape')
      return prepareClick(page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
    },
    result: { selector: `#${signInFormId}`, property: 'open' },
  },
  {
    metric: 'sign-in dialog: type in a field',
    path: '/faq',
    prepare: async (page, round) => {
      if (round === 0) await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
      return prepareKeyPress(page, page.getByRole('dialog').getByLabel('Email'))
    },
    result: { selector: `#${signInFormId} [type=email]`, property: 'value' },
  },
  {
    metric: 'upload: type in the name',
    path: '/submit',
    email: uploader,
    prepare: async (page) => prepareKeyPress(page, page.getByRole('form').getByLabel('Script Name')),
    result: { selector: 'main [name=name]', property: 'value' },
  },
  {
    metric: 'upload: type in the description',
    path: '/submit',
    email: uploader,
    prepare: async (page) => prepareKeyPress(page, page.getByRole('form').getByLabel('Description')),
    result: { selector: 'main [name=description]', property: 'value' },
  },
  {
    metric: 'users: type in the search',
    path: '/admin/users',
    email: owner,
    prepare: async (page) => prepareKeyPress(page, page.getByRole('main').getByRole('searchbox')),
    result: { selector: 'main [type=search]', property: 'value' },
  },
  {
    metric: 'users: select all of a page',
    path: '/admin/users',
    email: owner,
    prepare: async (page) => {
      const all = page.getByRole('checkbox', { name: /^Select all users/ }).filter({ visible: true })
      // Its label covers it.
      return prepareClick(all, { force: true })
    },
    result: { selector: 'thead [type=checkbox]', property: 'checked' },
  },
  {
    metric: 'users: sort by a column',
    path: '/admin/users',
    email: owner,
    prepare: async (page) => prepareClick(page.getByRole('columnheader').getByRole('link').first()),
    result: { selector: 'th:has(a)', property: 'ariaSort' },
  },
]

/** Uses the mouse directly: Playwright's click() first checks in the page what is under the pointer, which would be timed. */
async function prepareClick(
  control: Locator,
  options: { force?: boolean } = {},
): Promise<() => Promise<void>> {
  await control.first().hover(options)
  const { mouse } = control.page()
  return async () => {
    await mouse.down()
    await mouse.up()
  }
}

async function prepareKeyPress(page: Page, field: Locator): Promise<() => Promise<void>> {
  await field.first().focus()
  return () => page.keyboard.press('e')
}
