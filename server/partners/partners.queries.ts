import { asc, desc } from 'drizzle-orm'

import type { Partner } from '#contract/partners.ts'
import { prepared, type Db } from '#platform/database.ts'

import { partners } from './partners.tables.ts'

/** Featured ones first, then those who have been with the community longest. */
export async function selectPartners(db: Db): Promise<Partner[]> {
  const query = prepared(db, 'partners', (on) =>
    on.select().from(partners).orderBy(desc(partners.isFeatured), asc(partners.createdAt), asc(partners.id)),
  )
  return (await query.execute()).map(toPartner)
}

function toPartner(row: typeof partners.$inferSelect): Partner {
  const { id, name, description, isPlaceholder } = row
  return {
    id,
    name,
    description,
    isPlaceholder,
    logo: row.logoUrl,
    website: row.websiteUrl,
    discord: row.discordUrl,
    featured: row.isFeatured,
    partnerSince: row.createdAt.toISOString(),
  }
}
