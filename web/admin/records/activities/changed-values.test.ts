import { expect, test } from 'vitest'

import { changedValues } from './ChangedValues.tsx'

test('the old and new value of each changed field are shown as text', () => {
  const metadata = {
    changed: ['name', 'tags', 'twoFactorEnabled', 'is_default', 'expires_at'],
    old: { name: 'Cars', tags: ['esx', 'qb'], twoFactorEnabled: false, is_default: true, expires_at: null },
    new: { name: 'Vehicles', tags: [], twoFactorEnabled: true, is_default: false, expires_at: '2027-01-01' },
  }

  expect(changedValues(metadata)).toEqual([
    { field: 'Name', from: 'Cars', to: 'Vehicles' },
    { field: 'Tags', from: 'esx, qb', to: 'Empty' },
    { field: 'Two factor enabled', from: 'Off', to: 'On' },
    { field: 'Is default', from: 'On', to: 'Off' },
    { field: 'Expires at', from: 'Empty', to: '2027-01-01' },
  ])
})

test.each([{}, { changed: ['name'] }, { old: 'Cars', new: 'Vehicles' }, { new: { name: 'x' } }])(
  'metadata without old and new values shows none: %j',
  (metadata) => expect(changedValues(metadata)).toEqual([]),
)
