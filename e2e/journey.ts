import { expect, test as base, type BrowserContext } from '@playwright/test'

/** A journey fails when the browser has to hold back anything for the content security policy of the pages. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const violations = notePolicyViolations(context)
    await use(context)
    expect(violations, 'held back by the content security policy').toEqual([])
  },
})

/** For a browser context that a journey opens by itself. */
export function notePolicyViolations(context: BrowserContext): string[] {
  const violations: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    // The recorder of a trace fetches pictures that were just chosen; without it nothing does.
    if (text.startsWith("Connecting to 'blob:")) return
    if (/content security policy|requires 'Trusted/i.test(text))
      violations.push(`${message.page()?.url()}: ${text}`)
  })
  return violations
}
