type DemoStyle = {
  name: string
  description: string
  cssProperties: string
  priority: number
  isActive?: boolean
  /** The name of the group whose members have the style. */
  group?: string
  daysAgo: number
}

/** Styles of groups, styles that are assigned to single users, and an inactive one. */
export const styles: readonly DemoStyle[] = [
  {
    name: 'Harbour Gold',
    description: 'For the operators of this site.',
    cssProperties:
      'background-image: linear-gradient(90deg, #b98c35, #d8b36a, #b98c35); background-clip: text; -webkit-text-fill-color: transparent; font-weight: 700',
    priority: 100,
    group: 'owner',
    daysAgo: 700,
  },
  {
    name: 'Signal Red',
    description: 'For administrators.',
    cssProperties: 'color: #e0605b; font-weight: 700',
    priority: 80,
    group: 'administrator',
    daysAgo: 690,
  },
  {
    name: 'Tide Blue',
    description: 'For moderators.',
    cssProperties: 'color: #3f9cc6; font-weight: 600',
    priority: 60,
    group: 'moderator',
    daysAgo: 690,
  },
  {
    name: 'Supporter',
    description: 'A thank-you for keeping the lights on.',
    cssProperties: 'color: #a97fc9; text-shadow: 0 0 8px #a97fc966',
    priority: 40,
    group: 'supporter',
    daysAgo: 240,
  },
  {
    name: 'Script of the Month',
    description: 'Given for a month.',
    cssProperties:
      'background-image: linear-gradient(90deg, #2fa58c, #76ad3d); background-clip: text; -webkit-text-fill-color: transparent; font-weight: 700',
    priority: 50,
    daysAgo: 400,
  },
  {
    name: 'Underlined',
    description: 'For those who were here in the first weeks.',
    cssProperties:
      'text-decoration-line: underline; text-decoration-style: wavy; text-decoration-color: #d8b36a; text-decoration-thickness: 1px',
    priority: 10,
    daysAgo: 600,
  },
  {
    name: 'Winter Event',
    description: 'Was on for one winter.',
    cssProperties: 'color: #5f9fd0; letter-spacing: 1px',
    priority: 20,
    isActive: false,
    daysAgo: 330,
  },
]

/** Negative `endsInDays` are in the past; without it the period has no end. */
type Period = { username: string; daysAgo: number; endsInDays?: number }

export const styleAssignments: readonly (Period & { style: string })[] = [
  { username: 'kestrel', style: 'Script of the Month', daysAgo: 12, endsInDays: 18 },
  { username: 'nordlys', style: 'Script of the Month', daysAgo: 43, endsInDays: -13 },
  { username: 'Odessa', style: 'Script of the Month', daysAgo: 73, endsInDays: -43 },
  { username: 'kestrel', style: 'Underlined', daysAgo: 590 },
  { username: 'emberline', style: 'Underlined', daysAgo: 590 },
  { username: 'papercrane', style: 'Winter Event', daysAgo: 320, endsInDays: -230 },
]

type ExtraGroup = {
  name: string
  displayName: string
  description: string
  color: string
  priority: number
  permissions: readonly string[]
  daysAgo: number
  members: readonly Period[]
}

/** Groups in addition to the built-in ones. Some memberships expire. */
export const extraGroups: readonly ExtraGroup[] = [
  {
    name: 'supporter',
    displayName: 'Supporter',
    description: 'Helps to pay for the server.',
    color: '#c9a0dc',
    priority: 400,
    permissions: ['scripts.download', 'scripts.rate'],
    daysAgo: 240,
    members: [
      { username: 'Bramble', daysAgo: 200 },
      { username: 'saltroad', daysAgo: 25, endsInDays: 5 },
      { username: 'windowseat', daysAgo: 11, endsInDays: 19 },
      { username: 'rainyday', daysAgo: 2, endsInDays: 28 },
    ],
  },
  {
    name: 'event-crew',
    displayName: 'Event Crew',
    description: 'Plans the summer build contest.',
    color: '#8fae7c',
    priority: 450,
    permissions: ['scripts.download', 'scripts.rate'],
    daysAgo: 60,
    members: [
      { username: 'hexagonal', daysAgo: 40, endsInDays: 14 },
      { username: 'terrazzo', daysAgo: 40, endsInDays: 14 },
    ],
  },
]

type DemoBan = Period & { issuer: string; reason: string; liftedDaysAgo?: number; liftedBy?: string }

/** One in force, one permanent, one lifted by its issuer and two that expired. */
export const bans: readonly DemoBan[] = [
  {
    username: 'cassette',
    issuer: 'Tamsin',
    reason: 'Uploaded other people’s scripts as their own, twice.',
    daysAgo: 2,
    endsInDays: 12,
  },
  {
    username: 'zigzag',
    issuer: 'lowtide',
    reason: 'Advertising in descriptions.',
    daysAgo: 33,
    endsInDays: -19,
    liftedDaysAgo: 30,
    liftedBy: 'lowtide',
  },
  {
    username: 'parsley',
    issuer: 'Marlowe',
    reason: 'A second account of a banned user.',
    daysAgo: 19,
  },
  {
    username: 'longhaul',
    issuer: 'pavel.q',
    reason: 'Insults under other people’s scripts.',
    daysAgo: 24,
    endsInDays: -17,
  },
  // The server closes an expired ban when it issues the next one.
  {
    username: 'cassette',
    issuer: 'pavel.q',
    reason: 'Uploaded the script of another author as their own.',
    daysAgo: 15,
    endsInDays: -8,
    liftedDaysAgo: 8,
  },
]
