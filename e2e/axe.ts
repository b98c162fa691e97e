import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page as it stands, at three widths, dark and light; nothing of it is wider than the screen. */
export async function expectNoViolations(page: Page, widths = [1440, 768, 390]): Promise<void> {
  const found: string[] = []
  // Colours are judged, and one that is on its way to another is not the one that is meant.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of widths)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      // The usual mode opens a second page each time, for the sake of frames, of which there are none.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze()
      for (const { id, nodes } of violations)
        found.push(...nodes.map(({ target }) => `${width} ${colorScheme} ${id}: ${target.join(' ')}`))
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        found.push(`${width}: wider than the screen`)
    }
  expect(found).toEqual([])
}

/** What the console says of a page that is in order: nothing. Refusals that a journey provokes are its own. */
export function noteTroubles(page: Page): string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) troubles.push(message.text())
  })
  return troubles
}
