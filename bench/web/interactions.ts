import type { Locator, Page } from '@playwright/test'

/** A repeated user interaction; its preparation is not timed. */
export type Interaction = {
  metric: string
  path: string
  who?: string
  act: (page: Page, round: number) => Promise<() => Promise<void>>
  /** What answers on the screen: something of an element, or of its computed style, that reads otherwise from then on. */
  answer: { element: string; is: string }
}

const member = 'newcomer_01@demo.example.com'
const uploader = 'kestrel@demo.example.com'
const owner = 'harbourmaster@demo.example.com'

export const interactions: readonly Interaction[] = [
  {
    metric: 'list: select a category',
    path: '/scripts',
    act: async (page, round) => {
      const names = ['Cars', 'Mapping', 'Scripts', 'All']
      return pressing(
        page
          .getByRole('navigation', { name: 'Categories' })
          .getByRole('link', { name: new RegExp(`^${names[round % names.length]}`) }),
      )
    },
    answer: { element: '[aria-label="Categories"] [aria-current]', is: 'textContent' },
  },
  {
    metric: 'list: toggle filters',
    path: '/scripts',
    act: async (page) => pressing(page.getByRole('button', { name: /^Filters/ })),
    answer: { element: 'main button[aria-controls]', is: 'ariaExpanded' },
  },
  {
    metric: 'list: change the page',
    path: '/scripts',
    act: async (page, round) =>
      pressing(
        page
          .getByRole('navigation', { name: 'Pagination' })
          .getByRole('link', { name: `Page ${(round % 2) + 1 === 1 ? 2 : 1}`, exact: true }),
      ),
    answer: { element: '[aria-label="Pagination"] [aria-current]', is: 'textContent' },
  },
  {
    metric: 'list: type in the search',
    path: '/scripts',
    act: async (page) => typing(page, page.getByRole('main').getByRole('searchbox')),
    answer: { element: 'main [type=search]', is: 'value' },
  },
  {
    metric: 'list: click a card',
    path: '/scripts',
    act: async (page, round) => {
      if (round > 0) {
        await page.waitForURL('/scripts/*')
        await page.goBack()
      }
      await page.waitForURL('/scripts')
      await page.waitForLoadState('networkidle')
      return pressing(
        page.getByRole('main').getByRole('article').nth(1).getByRole('heading').getByRole('link'),
      )
    },
    answer: { element: 'main li:nth-child(2) > article', is: 'border-color' },
  },
  {
    metric: 'script: like',
    path: '/scripts/1',
    who: member,
    act: async (page) => pressing(page.getByRole('button', { name: /^Liked? / }).filter({ visible: true })),
    answer: { element: 'aside [aria-pressed]', is: 'ariaPressed' },
  },
  {
    metric: 'header: open the sign-in dialog',
    path: '/faq',
    act: async (page, round) => {
      if (round > 0) await page.keyboard.press('Escape')
      return pressing(page.getByRole('banner').getByRole('button', { name: 'Sign In' }))
    },
    answer: { element: '[role=dialog]', is: 'isConnected' },
  },
  {
    metric: 'sign-in dialog: type in a field',
    path: '/faq',
    act: async (page, round) => {
      if (round === 0) await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
      return typing(page, page.getByRole('dialog').getByLabel('Email'))
    },
    answer: { element: '[role=dialog] [type=email]', is: 'value' },
  },
  {
    metric: 'upload: type in the name',
    path: '/submit',
    who: uploader,
    act: async (page) => typing(page, page.getByRole('form').getByLabel('Script Name')),
    answer: { element: 'main [name=name]', is: 'value' },
  },
  {
    metric: 'upload: type in the description',
    path: '/submit',
    who: uploader,
    act: async (page) => typing(page, page.getByRole('form').getByLabel('Description')),
    answer: { element: 'main [name=description]', is: 'value' },
  },
  {
    metric: 'users: type in the search',
    path: '/admin/users',
    who: owner,
    act: async (page) => typing(page, page.getByRole('main').getByRole('searchbox')),
    answer: { element: 'main [type=search]', is: 'value' },
  },
  {
    metric: 'users: select all of a page',
    path: '/admin/users',
    who: owner,
    act: async (page) => {
      const all = page.getByRole('checkbox', { name: /^Select all users/ }).filter({ visible: true })
      // Its label is drawn over it.
      return pressing(all, { force: true })
    },
    answer: { element: 'thead [type=checkbox]', is: 'checked' },
  },
  {
    metric: 'users: sort by a column',
    path: '/admin/users',
    who: owner,
    act: async (page) => pressing(page.getByRole('columnheader').getByRole('link').first()),
    answer: { element: 'th:has(a)', is: 'ariaSort' },
  },
]

/** By the mouse itself: a click of the tool would have the page look first what lies under the pointer. */
async function pressing(control: Locator, options: { force?: boolean } = {}): Promise<() => Promise<void>> {
  await control.first().hover(options)
  const { mouse } = control.page()
  return async () => {
    await mouse.down()
    await mouse.up()
  }
}

async function typing(page: Page, field: Locator): Promise<() => Promise<void>> {
  await field.first().focus()
  return () => page.keyboard.press('e')
}
