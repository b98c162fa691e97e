import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CategoryCard } from './CategoriesPage.tsx'

const controls = { onEdit: () => undefined, onDelete: () => undefined, isDeleting: false }

test('a card shows a category’s icon, color, name, description and number of scripts', () => {
  const category = {
    id: 1,
    name: 'Sounds',
    description: 'Sound effects and music.',
    icon: 'Flame',
    color: '#12ab9f',
    script_count: 1,
  }

  const markup = renderToStaticMarkup(<CategoryCard category={category} {...controls} />)

  for (const shown of ['Sounds', 'Sound effects and music.', '1 script', 'lucide-flame', '#12ab9f'])
    expect(markup).toContain(shown)
})
