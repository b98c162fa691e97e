import { asc, desc, eq } from 'drizzle-orm'

import type { Partner, PartnerChange, PartnerDraft } from '#contract/site/partners.ts'
import { preparedStatement, type Db } from '#platform/database/database.ts'

import { partners } from '#server/site/site.tables.ts'

/** Featured partners first, then the oldest. */
export async function selectPartners(db: Db): Promise<Partner[]> {
  const query = preparedStatement(db, 'partners', (on) =>
    on.select().from(partners).orderBy(desc(partners.isFeatured), asc(partners.createdAt), asc(partners.id)),
  )
  return (await query.execute()).map(toPartner)
}

export async function insertPartner(tx: Db, draft: PartnerDraft): Promise<Partner> {
  const [row] = await tx
    .insert(partners)
    .values({
      name: draft.name,
      logoUrl: draft.logo_url,
      websiteUrl: draft.website_url,
      discordUrl: draft.discord_url,
      description: draft.description,
      isFeatured: draft.is_featured,
    })
    .returning()
  if (!row) throw new Error('The partner was not written')
  return toPartner(row)
}

export async function selectPartnerForUpdate(tx: Db, id: number): Promise<Partner | undefined> {
  const [row] = await tx.select().from(partners).where(eq(partners.id, id)).for('update')
  return row && toPartner(row)
}

/** Writes only the sent fields, so that concurrent edits of different fields do not overwrite each other. */
export async function updatePartner(tx: Db, id: number, change: PartnerChange): Promise<Partner> {
  const [row] = await tx
    .update(partners)
    .set({
      name: change.name,
      logoUrl: change.logo_url,
      websiteUrl: change.website_url,
      discordUrl: change.discord_url,
      description: change.description,
      isFeatured: change.is_featured,
    })
    .where(eq(partners.id, id))
    .returning()
  if (!row) throw new Error('The partner was not written')
  return toPartner(row)
}

export async function removePartner(tx: Db, id: number): Promise<void> {
  await tx.delete(partners).where(eq(partners.id, id))
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
