import { sql } from 'drizzle-orm'

import type { Db } from '#platform/database.ts'

type DemoBan = {
  username: string
  issuer: string
  reason: string
  daysAgo: number
  endsInDays: number
  liftedDaysAgo: number | null
}

/** One that is in force, to meet the ban screen with, and one that was lifted. */
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
]

/** Issued with the authority of a moderator. */
export async function insertBans(tx: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx.execute(sql`
    insert into bans (user_id, reason, is_permanent, created_at, expires_at, issued_by, issuer_name, issuer_authority,
      lifted_at, lifted_by)
    select u.id, b.reason, false, ${at}::timestamptz - b."daysAgo" * interval '1 day',
      ${at}::timestamptz + b."endsInDays" * interval '1 day', i.id, i.username, g.priority,
      ${at}::timestamptz - b."liftedDaysAgo" * interval '1 day', case when b."liftedDaysAgo" is not null then i.id end
    from jsonb_to_recordset(${JSON.stringify(bans)}::jsonb) as b (
      username text, issuer text, reason text, "daysAgo" int, "endsInDays" int, "liftedDaysAgo" int)
    join users u on u.username = b.username join users i on i.username = b.issuer
    join groups g on g.name = 'moderator'`)
}
