import { expect, type Page } from '@playwright/test'

import { expectNoViolations, recordPageErrors } from './axe.ts'
import { waitForHydration } from './browser.ts'
import { test } from './fixtures.ts'
import { readPage, visibleText } from './read-page.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const questions = (page: Page) => page.getByRole('list', { name: 'Questions' }).getByRole('listitem')

const documents = [
  {
    path: '/terms',
    title: 'Terms of Service',
    facts: [
      '13 years old',
      '30 days',
      'not verified',
      'about 24 hours',
      'delete your account',
      'press Report',
      'hidden scripts and texts',
      'on the Cases page',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    facts: [
      'Up to 2 years',
      'Up to 3 years',
      'Up to 30 days',
      'under 13',
      '30 days',
      'compatibility reports',
      'Deleting your account',
      '14 days',
      'deleted user',
    ],
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    facts: ['no cookies', 'up to 30 days', 'auth_token', 'browser’s own storage'],
  },
  {
    path: '/dmca',
    title: 'DMCA Policy',
    facts: ['24 to 48 hours', 'about 24 hours', 'takedown form', 'within 14 days', 'send a counter-notice'],
    links: ['/cases'],
  },
]

for (const { path, title, facts, links = [] } of documents) {
  test(`${path} is server-rendered with the facts of the specification`, async ({ request }) => {
    const page = await readPage(request, path)

    expect(page.status).toBe(200)
    expect(page.title).toBe(`${title} · Scripthaven`)
    expect(page.meta['description']?.length).toBeGreaterThan(40)
    expect(page.meta['robots']).toBeUndefined()
    expect(page.links['canonical']).toMatch(new RegExp(`${path}$`))
    const text = visibleText(page.html).replaceAll(/\s+/g, ' ')
    for (const fact of facts) expect(text).toContain(fact)
    const article = page.html.slice(page.html.indexOf('<main'), page.html.indexOf('</main>'))
    for (const link of links) expect(article).toContain(`href="${link}"`)
    expect(text).toMatch(/Last updated: \d+ \w+ \d{4}/)
  })

  test(`${path} is accessible, its table of contents links to its sections, and it prints as a document`, async ({
    page,
  }) => {
    const errors = recordPageErrors(page)
    await page.goto(path)
    await expect(heading(page)).toHaveText(title)
    await expectNoViolations(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    const contents = page.getByRole('navigation', { name: 'On this page' })
    const parts = await contents.getByRole('link').allInnerTexts()
    expect(parts.length).toBeGreaterThan(4)
    for (const part of [parts.at(-1) ?? '', parts[0] ?? '']) {
      await contents.getByRole('link', { name: part, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 2, name: part, exact: true })).toBeInViewport()
    }
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['On this page', ...parts])

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(contents).toBeHidden()
    await expect(heading(page)).toBeVisible()
    expect(await heading(page).evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)')
    expect(errors).toEqual([])
  })
}

test('sixteen questions open by the keyboard alone', async ({ page }) => {
  const errors = recordPageErrors(page)
  await page.goto('/faq')
  await expect(questions(page)).toHaveCount(16)
  const answer = page.getByText('Our team reviews submissions within 1 to 3 business days.')
  await expect(answer).toBeHidden()

  const question = page.locator('summary').filter({ hasText: 'How long does the review take?' })
  await question.press('Enter')
  await expect(answer).toBeVisible()
  await expectNoViolations(page)
  await question.press('Space')
  await expect(answer).toBeHidden()
  expect(errors).toEqual([])
})

test('the topic of the questions is in the URL, and Back restores it', async ({ page }) => {
  await page.goto('/faq')
  const topics = page.getByRole('navigation', { name: 'Topics' })
  await expect(topics.getByRole('link')).toHaveText([
    /^All/,
    /^General/,
    /^Assets/,
    /^Submissions/,
    /^Technical/,
    /^Account/,
  ])
  await expect(topics.locator('[aria-current]')).toHaveText(/^All/)

  await topics.getByRole('link', { name: /^Assets/ }).click()
  await expect(page).toHaveURL('/faq?topic=scripts')
  await expect(page.getByText('How do I download a script?')).toBeVisible()
  await expect(page.getByText('How do I verify my account?')).toHaveCount(0)
  await expect(topics.locator('[aria-current]')).toHaveText(/^Assets/)
  let counted = 0
  for (const topic of ['general', 'scripts', 'submissions', 'technical', 'account']) {
    await page.goto(`/faq?topic=${topic}`)
    counted += await questions(page).count()
  }
  expect(counted).toBe(16)

  await page.goto('/faq?topic=nonsense')
  await expect(questions(page)).toHaveCount(16)
})

test('questions and answers are readable without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/faq?topic=account')

  await expect(questions(page)).toHaveCount(2)
  await page.getByText('I forgot my password. How do I get back in?').click()
  await expect(page.getByText(/works once within 60 minutes/)).toBeVisible()
  await page.getByRole('link', { name: /^General/ }).click()
  await expect(questions(page)).toHaveCount(4)
  await context.close()
})

for (const [path, title] of [
  ['/about', 'About'],
  ['/support', 'Support'],
] as const)
  test(`${path} is a placeholder page`, async ({ page, request }) => {
    const read = await readPage(request, path)
    expect(read.status).toBe(200)
    expect(read.title).toBe(`${title} · Scripthaven`)

    await page.goto(path)
    await expect(heading(page)).toHaveText('Coming Soon')
    await expectNoViolations(page, [1440, 390])
  })

test('the footer links to all of them', async ({ page }) => {
  await page.goto('/')
  for (const [name, title] of [
    ['Terms', 'Terms of Service'],
    ['Privacy', 'Privacy Policy'],
    ['Cookies', 'Cookie Policy'],
    ['DMCA', 'DMCA Policy'],
    ['FAQ', 'Frequently Asked Questions'],
    ['Command Line', 'Command Line'],
  ] as const) {
    const link = page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name })
    await waitForHydration(link)
    await link.click()
    await expect(heading(page)).toHaveText(title)
    await expect(page.getByRole('main')).toBeFocused()
  }
})

test('the FAQ explains both statuses of a script', async ({ page }) => {
  await page.goto('/faq')
  await page.getByText('What do Readable and Decrypted mean?').click()
  await expect(page.getByText(/published in readable form by their rights holder/)).toBeVisible()
})

test('the answer about installing links to the command line', async ({ page }) => {
  await page.goto('/faq?topic=technical')
  const question = page.getByRole('listitem').filter({ hasText: 'How do I install a script on my server?' })
  await question.getByText('How do I install').click()
  await waitForHydration(question.getByRole('link', { name: 'command line' }))
  await question.getByRole('link', { name: 'command line' }).click()

  await expect(page).toHaveURL('/cli')
})
