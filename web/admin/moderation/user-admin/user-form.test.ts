import { expect, test } from 'vitest'

import { formValues, userChange } from './user-form.ts'
import type { UserDetails } from './users.data.ts'

const user: UserDetails = {
  id: 7,
  username: 'kestrel',
  css: '',
  email: 'kestrel@example.org',
  phone_number: '+1 555',
  avatar_url: null,
  status: 'active',
  is_banned: false,
  is_locked: false,
  is_admin: false,
  is_owner: false,
  permissions: [],
  email_verified: true,
  two_factor_enabled: false,
  notes: null,
  created_at: '2026-01-01T00:00:00Z',
  last_login: null,
  days_since_last_active: null,
  account_age_days: 1,
  scripts_uploaded: 0,
  total_downloads: 0,
  reputation: 0,
  registration_ip: null,
  last_login_ip: null,
  unique_ips: [],
  login_success_rate: 100,
  recent_login_attempts: 0,
  rank: -1,
  groups: [],
  suspension: null,
}

test('a form that changes nothing sends nothing', () => {
  expect(userChange(user, formValues(user))).toBeUndefined()
})

test('only changed fields are sent, with their values from before', () => {
  expect(userChange(user, { ...formValues(user), status: 'under_review', phone_number: '' })).toEqual({
    phone_number: null,
    status: 'under_review',
    expected: { phone_number: '+1 555', status: 'active' },
  })
})
