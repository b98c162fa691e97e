import { createSeededRandom } from './seeded-random.ts'

const demoGroups = ['owner', 'administrator', 'moderator', 'verified', 'member'] as const
export type DemoGroup = (typeof demoGroups)[number]

export type DemoUser = {
  username: string
  email: string
  group: DemoGroup
  joinedDaysAgo: number
  lastSeenDaysAgo: number
  /** The share of the catalogue that the user uploads, relative to other users; 0 for none. */
  uploadWeight: number
}

/** The same password for all users: the accounts exist only on the machine that runs the demo. */
export const demoPassword = 'scripthaven-demo'

const usernames: Readonly<Record<DemoGroup, string>> = {
  owner: 'harbourmaster',
  administrator: 'Marlowe quietstorm',
  moderator: 'Tamsin pavel.q lowtide',
  verified: `
    kestrel nordlys Odessa sundaydrive emberline mossandstone third.gear papercrane Juniper_K
    saltroad night-shift copperwire Bramble windowseat hexagonal lanternfish oakandiron
    rustbucket88 terrazzo gridlock Petrichor blueprint.b halfmoon tinroof Wrenfield`,
  member: 'newcomer_01 fennel just.looking cassette Mika-L rainyday zigzag longhaul parsley',
}

const twoYears = 730

/** The owner comes first, because the owner adds the other users to their groups. */
export const users: readonly DemoUser[] = demoGroups.flatMap((group) =>
  usernames[group]
    .trim()
    .split(/\s+/)
    .map((username, index) => createUser(username, group, index)),
)

function createUser(username: string, group: DemoGroup, index: number): DemoUser {
  const random = createSeededRandom(`person ${username}`)
  const joinedDaysAgo = {
    owner: twoYears,
    administrator: twoYears - random.between(2, 20),
    moderator: twoYears - random.between(20, 120),
    // The first uploaders join early, so that the oldest scripts have possible authors.
    verified: twoYears - 6 - index * 24 - random.between(0, 20),
    member: random.between(2, 340),
  }[group]
  return {
    username,
    email: `${username.toLowerCase()}@demo.example.com`,
    group,
    joinedDaysAgo,
    lastSeenDaysAgo: Math.min(joinedDaysAgo, random.next() ** 3 * 40),
    uploadWeight: {
      owner: 0.06,
      administrator: 0.06,
      moderator: 0.06,
      verified: 1 / (index + 3.2),
      member: 0,
    }[group],
  }
}
