import { expect, test } from 'vitest'

import { parseSettingsSearch } from './settings-search.ts'

test.each([
  [{}, {}],
  [{ tab: 'password' }, { tab: 'password' }],
  [{ tab: 'discord', page: '2' }, { tab: 'discord' }],
  [{ tab: 'account' }, { tab: 'account' }],
  [{ tab: 'following' }, { tab: 'following' }],
  [{ tab: 'tokens' }, { tab: 'tokens' }],
  [{ tab: 'notifications' }, { tab: 'notifications' }],
  [{ tab: 'profile' }, {}],
  [{ tab: 'Password' }, {}],
  [{ tab: 7 }, {}],
])('%j is read as %j', (raw, search) => expect(parseSettingsSearch(raw)).toEqual(search))
