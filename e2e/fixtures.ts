import { expect, test as base, type BrowserContext } from '@playwright/test'

/** A test fails if the browser blocks anything because of the content security policy. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const violations = recordPolicyViolations(context)
    await use(context)
    expect(violations, 'blocked by the content security policy').toEqual([])
  },
})

/** For a browser context that a test opens itself. */
export function recordPolicyViolations(context: BrowserContext): string[] {
  const violations: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    // Only the trace recorder fetches images that were chosen for an upload.
    if (text.startsWith("Connecting to 'blob:")) return
    if (/content security policy|requires 'Trusted/i.test(text))
      violations.push(`${message.page()?.url()}: ${text}`)
  })
  return violations
}
