import { expect, test } from 'vitest'

import { addTag } from './TagField.tsx'

test.each([
  ['a duplicate in another case', ['Police'], ' police ', { kind: 'duplicate' }],
  ['only spaces', [], '   ', { kind: 'empty' }],
  ['a new tag, trimmed', ['esx'], '  street  race ', { kind: 'added', tags: ['esx', 'street race'] }],
])('%s', (_, tags, draft, expected) => expect(addTag(tags, draft)).toEqual(expected))
