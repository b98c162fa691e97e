import { expect, test } from 'vitest'

import { faqQuestions } from './faq.texts.ts'

const answersOf = (hasDiscordApp: boolean) =>
  faqQuestions({ siteName: 'Hub', reviewMode: 'off', hasDiscordApp })
    .flatMap(({ answer }) => answer)
    .join('\n')

test('codes for Discord are named only where an application is connected', () => {
  expect(answersOf(true)).toMatch(/generate a code[^]*\/verify/)
  expect(answersOf(false)).not.toMatch(/\bcode\b in your profile|generate a code|\/verify/)
  expect(answersOf(false)).toContain('ask a moderator to verify your account')
})

test('the answers name reports, appeals and the page for installing', () => {
  for (const part of ['press Report', '/cases', 'Install page']) expect(answersOf(false)).toContain(part)
})
