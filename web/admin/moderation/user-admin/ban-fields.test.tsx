import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { emptyBanForm } from './ban-duration.ts'
import { BanFields } from './BanFields.tsx'

const nothing = () => undefined
const markupOf = (change: object) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <BanFields id="ban" form={{ ...emptyBanForm, ...change }} onChange={nothing} onSubmit={nothing} />
    </QueryClientProvider>,
  )

test('a ban has eight fixed durations with seven days as default, a custom one, or no end', () => {
  const markup = markupOf({})

  expect([...markup.matchAll(/<option[^>]*>([^<]+)/g)].map(([, label]) => label)).toEqual([
    '1 day',
    '3 days',
    '7 days',
    '14 days',
    '30 days',
    '90 days',
    '180 days',
    '365 days',
    'Custom',
  ])
  expect(markup).toMatch(/<option[^>]* selected=""[^>]*>7 days/)
  expect(markup).not.toContain('Custom duration')
  expect(markupOf({ duration: 'custom' })).toContain('Custom duration (days)')
  expect(markupOf({ isPermanent: true })).not.toContain('<option')
})
