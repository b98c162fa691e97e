import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const isFull = process.env['TEST_FULL'] === 'true'

type Variant = { width: number; colorScheme: 'dark' | 'light' }

/** Checks the current state of the page, and that it does not scroll sideways. */
export async function expectNoViolations(page: Page, widths = [1440, 768, 390]): Promise<void> {
  const found: string[] = []
  // During a transition axe would measure the contrast of a colour in between.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { width, colorScheme } of variantsOf(widths)) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // The default mode opens a second page for frames, of which the site has none.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      // First, because it replaces the tags.
      .options({ resultTypes: ['violations'] })
      .withTags(standards)
      .analyze()
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${width} ${colorScheme} ${id}: ${target.join(' ')}`))
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      found.push(`${width}: scrolls sideways`)
  }
  expect(found).toEqual([])
}

/** The full run checks each width in both colour schemes, the quick one the narrowest in light. */
function variantsOf(widths: readonly number[]): Variant[] {
  if (isFull)
    return widths.flatMap((width): Variant[] => [
      { width, colorScheme: 'dark' },
      { width, colorScheme: 'light' },
    ])
  return [{ width: Math.min(...widths), colorScheme: 'light' }]
}

/** Collects exceptions, and errors and warnings of the console, except for failed requests. */
export function recordPageErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const isRequest = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRequest) errors.push(message.text())
  })
  return errors
}
