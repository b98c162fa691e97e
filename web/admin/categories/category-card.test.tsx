import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CategoryCard } from './CategoryCard.tsx'

const nothing = () => undefined

test('a card shows icon, color, name, description and how many scripts a category has', () => {
  const category = {
    id: 1,
    name: 'Sounds',
    description: 'What is heard.',
    icon: 'Flame',
    color: '#12ab9f',
    script_count: 1,
  }

  const markup = renderToStaticMarkup(
    <CategoryCard category={category} isRemoving={false} onEdit={nothing} onRemove={nothing} />,
  )

  for (const shown of ['Sounds', 'What is heard.', '1 script', 'lucide-flame', '#12ab9f'])
    expect(markup).toContain(shown)
})
