import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

type DemoBan = {
  username: string
  issuer: string
  reason: string
  daysAgo: number
  /** Null is for good. */
  endsInDays: number | null
  /** When room was made for a next one, or it was lifted. */
  liftedDaysAgo: number | null
}

/** One in force, to meet the ban screen with, one for good, one that was lifted and two that ended by themselves. */
const bans: readonly DemoBan[] = [
  {
    username: 'cassette',
    issuer: 'Tamsin',
    reason: 'Uploaded other people’s scripts as their own, twice.',
    daysAgo: 2,
    endsInDays: 12,
    liftedDaysAgo: null,
  },
  {
    username: 'zigzag',
    issuer: 'lowtide',
    reason: 'Advertising in descriptions.',
    daysAgo: 33,
    endsInDays: -19,
    liftedDaysAgo: 30,
  },
  {
    username: 'parsley',
    issuer: 'Marlowe',
    reason: 'A second account of somebody who is banned.',
    daysAgo: 19,
    endsInDays: null,
    liftedDaysAgo: null,
  },
  {
    username: 'longhaul',
    issuer: 'pavel.q',
    reason: 'Insults under other people’s scripts.',
    daysAgo: 24,
    endsInDays: -17,
    liftedDaysAgo: null,
  },
  {
    username: 'cassette',
    issuer: 'pavel.q',
    reason: 'Uploaded somebody else’s script as their own.',
    daysAgo: 15,
    endsInDays: -8,
    liftedDaysAgo: 8,
  },
]

/** Issued with the authority of a moderator. */
export async function insertBans(tx: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into bans (user_id, reason, is_permanent, created_at, expires_at, issued_by, issuer_name, issuer_authority,
      lifted_at, lifted_by)
    select u.id, b.reason, b."endsInDays" is null, ${at}::timestamptz - b."daysAgo" * interval '1 day',
      ${at}::timestamptz + b."endsInDays" * interval '1 day', i.id, i.username, g.priority,
      ${at}::timestamptz - b."liftedDaysAgo" * interval '1 day', case when -b."liftedDaysAgo" < b."endsInDays" then i.id end
    from jsonb_to_recordset(${JSON.stringify(bans)}::jsonb) as b (
      username text, issuer text, reason text, "daysAgo" int, "endsInDays" int, "liftedDaysAgo" int)
    join users u on u.username = b.username join users i on i.username = b.issuer
    join groups g on g.name = 'moderator'`)
}
