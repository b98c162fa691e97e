/** Data that tests show in the back office instead of the server's. */
export const partner = {
  id: 1,
  name: 'Night City',
  logo: 'https://127.0.0.1:9/logo.png',
  website: 'https://127.0.0.1:9/',
  discord: 'https://127.0.0.1:9/chat',
  description: 'A city.',
  featured: false,
  partnerSince: '2026-01-31T12:00:00.000Z',
  isPlaceholder: false,
}

export const category = {
  id: 1,
  name: 'Sounds',
  description: 'Sound effects.',
  icon: 'Flame',
  color: '#12ab9f',
  script_count: 3,
}

export const group = {
  id: 1,
  name: 'curators',
  display_name: 'Curators',
  description: '',
  color: '#12ab9f',
  priority: 700,
  style_id: null,
  is_default: false,
  member_count: 12,
  group_permissions: [],
  user_styles: null,
}

const userStyle = {
  id: 1,
  name: 'Gold',
  description: 'Shines.',
  css_properties: 'color: gold',
  font_family: 'default',
  is_active: true,
  priority: 7,
  created_at: '2026-01-31T12:00:00.000Z',
}

export const style = {
  ...userStyle,
  assigned_count: 3,
  assignments: [
    {
      id: 1,
      user_id: 2,
      style_id: 1,
      assigned_at: '2026-01-31T12:00:00.000Z',
      expires_at: null,
      is_active: true,
      users: { username: 'ada', avatar_url: null },
      user_styles: userStyle,
    },
  ],
}

export const emptyLog = { activities: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } }

/** A user with a value in every column. */
export const user = {
  id: 1,
  username: 'Ada',
  email: 'ada@example.com',
  phone_number: '+1 555',
  avatar_url: null,
  status: 'active',
  is_banned: false,
  is_locked: true,
  is_admin: true,
  is_owner: false,
  permissions: [],
  email_verified: false,
  two_factor_enabled: false,
  notes: 'Asked for help twice.',
  created_at: '2026-01-31T12:00:00.000Z',
  last_login: null,
  days_since_last_active: null,
  account_age_days: 30,
  scripts_uploaded: 4,
  total_downloads: 1234,
  reputation: 56,
  registration_ip: '198.51.100.7',
  last_login_ip: '203.0.113.9',
  unique_ips: ['198.51.100.7', '203.0.113.9', '203.0.113.10'],
  login_success_rate: 80,
  recent_login_attempts: 12,
  rank: -1,
}
