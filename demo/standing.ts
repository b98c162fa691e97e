import type { nameFonts } from '#contract/name-style.ts'

export type DemoStyle = {
  name: string
  description: string
  css: string
  font: (typeof nameFonts)[number]
  priority: number
  isActive: boolean
  /** The group whose members have it, by name. */
  group?: string
  daysAgo: number
}

/** What names are styled with: those of groups, those that people were given, and one that is out of use. */
export const styles: readonly DemoStyle[] = [
  {
    name: 'Harbour Gold',
    description: 'For whoever runs this site.',
    css: 'background-image: linear-gradient(90deg, #b98c35, #d8b36a, #b98c35); background-clip: text; -webkit-text-fill-color: transparent; font-weight: 700',
    font: 'default',
    priority: 100,
    isActive: true,
    group: 'owner',
    daysAgo: 700,
  },
  {
    name: 'Signal Red',
    description: 'For administrators.',
    css: 'color: #e0605b; font-weight: 700',
    font: 'default',
    priority: 80,
    isActive: true,
    group: 'administrator',
    daysAgo: 690,
  },
  {
    name: 'Tide Blue',
    description: 'For moderators.',
    css: 'color: #3f9cc6; font-weight: 600',
    font: 'default',
    priority: 60,
    isActive: true,
    group: 'moderator',
    daysAgo: 690,
  },
  {
    name: 'Supporter',
    description: 'A thank-you for keeping the lights on.',
    css: 'color: #a97fc9; text-shadow: 0 0 8px #a97fc966',
    font: 'default',
    priority: 40,
    isActive: true,
    group: 'supporter',
    daysAgo: 240,
  },
  {
    name: 'Script of the Month',
    description: 'Given for a month.',
    css: 'background-image: linear-gradient(90deg, #2fa58c, #76ad3d); background-clip: text; -webkit-text-fill-color: transparent; font-weight: 700',
    font: 'default',
    priority: 50,
    isActive: true,
    daysAgo: 400,
  },
  {
    name: 'Underlined',
    description: 'For those who were here in the first weeks.',
    css: 'text-decoration-line: underline; text-decoration-style: wavy; text-decoration-color: #d8b36a; text-decoration-thickness: 1px',
    font: 'default',
    priority: 10,
    isActive: true,
    daysAgo: 600,
  },
  {
    name: 'Winter Event',
    description: 'Was on for one winter.',
    css: 'color: #5f9fd0; letter-spacing: 1px',
    font: 'default',
    priority: 20,
    isActive: false,
    daysAgo: 330,
  },
]

/** Who was given which style; without an end for good. */
export const styleGifts: readonly {
  username: string
  style: string
  daysAgo: number
  endsInDays: number | null
}[] = [
  { username: 'kestrel', style: 'Script of the Month', daysAgo: 12, endsInDays: 18 },
  { username: 'nordlys', style: 'Script of the Month', daysAgo: 43, endsInDays: -13 },
  { username: 'Odessa', style: 'Script of the Month', daysAgo: 73, endsInDays: -43 },
  { username: 'kestrel', style: 'Underlined', daysAgo: 590, endsInDays: null },
  { username: 'emberline', style: 'Underlined', daysAgo: 590, endsInDays: null },
  { username: 'papercrane', style: 'Winter Event', daysAgo: 320, endsInDays: -230 },
]

export type DemoExtraGroup = {
  name: string
  displayName: string
  description: string
  color: string
  priority: number
  permissions: readonly string[]
  daysAgo: number
  members: readonly { username: string; daysAgo: number; endsInDays: number | null }[]
}

/** Groups beside those of a new site; some of their memberships are for a while only. */
export const extraGroups: readonly DemoExtraGroup[] = [
  {
    name: 'supporter',
    displayName: 'Supporter',
    description: 'Helps to pay for the server.',
    color: '#c9a0dc',
    priority: 400,
    permissions: ['scripts.download', 'scripts.rate'],
    daysAgo: 240,
    members: [
      { username: 'Bramble', daysAgo: 200, endsInDays: null },
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
