import { randomNamed } from './random.ts'

const demoGroups = ['owner', 'administrator', 'moderator', 'verified', 'member'] as const
export type DemoGroup = (typeof demoGroups)[number]

export type DemoPerson = {
  username: string
  email: string
  group: DemoGroup
  joinedDaysAgo: number
  lastSeenDaysAgo: number
  hasAvatar: boolean
  /** How much of the catalogue is theirs, compared with others; 0 for people who do not upload. */
  diligence: number
}

/** One for all: these accounts exist on nobody's machine but the visitor's own. */
export const demoPassword = 'scripthaven-demo'

const names: Readonly<Record<DemoGroup, readonly string[]>> = {
  owner: ['harbourmaster'],
  administrator: ['Marlowe', 'quietstorm'],
  moderator: ['Tamsin', 'pavel.q', 'lowtide'],
  verified: [
    'kestrel',
    'nordlys',
    'Odessa',
    'sundaydrive',
    'emberline',
    'mossandstone',
    'third.gear',
    'papercrane',
    'Juniper_K',
    'saltroad',
    'night-shift',
    'copperwire',
    'Bramble',
    'windowseat',
    'hexagonal',
    'lanternfish',
    'oakandiron',
    'rustbucket88',
    'terrazzo',
    'gridlock',
    'Petrichor',
    'blueprint.b',
    'halfmoon',
    'tinroof',
    'Wrenfield',
  ],
  member: [
    'newcomer_01',
    'fennel',
    'just.looking',
    'cassette',
    'Mika-L',
    'rainyday',
    'zigzag',
    'longhaul',
    'parsley',
  ],
}

const twoYears = 730

/** Forty people; whoever leads was there first, members are the latest to come. */
export const people: readonly DemoPerson[] = demoGroups.flatMap((group) =>
  names[group].map((username, index) => describePerson(username, group, index)),
)

function describePerson(username: string, group: DemoGroup, index: number): DemoPerson {
  const random = randomNamed(`person ${username}`)
  const joined = {
    owner: twoYears,
    administrator: twoYears - random.between(2, 20),
    moderator: twoYears - random.between(20, 120),
    // The first few are there from early on, so that somebody has uploaded the oldest scripts.
    verified: twoYears - 6 - index * 24 - random.between(0, 20),
    member: random.between(2, 340),
  }[group]
  return {
    username,
    email: `${username.toLowerCase()}@demo.example.com`,
    group,
    joinedDaysAgo: joined,
    lastSeenDaysAgo: Math.min(joined, random.next() ** 3 * 40),
    hasAvatar: group !== 'member' ? random.chance(0.72) : random.chance(0.3),
    diligence: group === 'member' ? 0 : group === 'verified' ? 1 / (index + 3.2) : 0.06,
  }
}
