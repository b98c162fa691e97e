import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { PartnerCard } from './PartnersPage.tsx'

const partner = {
  id: 1,
  name: 'Night City',
  logo: 'https://night.example/logo.png',
  website: 'https://night.example',
  discord: 'https://discord.example/night',
  description: 'A city.',
  featured: true,
  partnerSince: '2025-01-31T12:00:00.000Z',
  isPlaceholder: false,
}
const controls = { onEdit: () => undefined, onDelete: () => undefined, isDeleting: false }

test('a card shows the date since when a partner is one, in a readable format', () => {
  const card = <PartnerCard partner={partner} {...controls} />

  const text = renderToStaticMarkup(card).replaceAll(/<[^>]*>/g, ' ')

  expect(text).toContain('Partner since 31 Jan 2025')
  for (const shown of ['Night City', 'Featured', 'A city.', 'Website', 'Discord'])
    expect(text).toContain(shown)
})
