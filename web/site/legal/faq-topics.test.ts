import { expect, test } from 'vitest'

import { parseFaqSearch } from './faq-topics.ts'

test.each([
  [{}, {}],
  [{ topic: 'scripts' }, { topic: 'scripts' }],
  [{ topic: 'account', page: '2' }, { topic: 'account' }],
  [{ topic: 'all' }, {}],
  [{ topic: 'toString' }, {}],
  [{ topic: 7 }, {}],
])('%j is read as %j', (raw, search) => expect(parseFaqSearch(raw)).toEqual(search))
