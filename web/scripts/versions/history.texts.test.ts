import { expect, test } from 'vitest'

import { fieldsText } from './AuthorHistory.tsx'

test('fields are named as readers call them, each once', () => {
  expect(fieldsText(['name', 'imageOrder', 'removeImages', 'scriptFile'])).toBe('name, images, archive')
})
