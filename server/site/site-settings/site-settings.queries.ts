import { desc, eq, sql } from 'drizzle-orm'

import type { Db } from '#platform/database/database.ts'
import { users } from '#server/access/users/users.tables.ts'

import type { StoredSettings } from './site-settings.rules.ts'
import { siteSettings } from '#server/site/site.tables.ts'

export async function selectSettings(db: Db): Promise<StoredSettings> {
  const rows = await db.select({ key: siteSettings.key, value: siteSettings.value }).from(siteSettings)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** One change at a time: a row that does not exist yet cannot be locked. */
export async function selectSettingsForUpdate(tx: Db): Promise<StoredSettings> {
  await tx.execute(sql`lock table ${siteSettings} in share row exclusive mode`)
  return selectSettings(tx)
}

export async function upsertSettings(
  tx: Db,
  values: Readonly<Record<string, unknown>>,
  { updatedBy, updatedAt }: { updatedBy: number | null; updatedAt: Date },
): Promise<void> {
  await tx
    .insert(siteSettings)
    .values(
      Object.entries(values).map(([key, value]) => ({
        key,
        // A JSON null, which is not the null of SQL.
        value: sql`${JSON.stringify(value)}::jsonb`,
        updatedBy,
        updatedAt,
      })),
    )
    .onConflictDoUpdate({
      target: siteSettings.key,
      set: {
        value: sql`excluded.value`,
        updatedBy: sql`excluded.updated_by`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
}

export async function selectLastChange(
  db: Db,
): Promise<{ updatedAt: Date; updatedBy: string | null } | undefined> {
  const [row] = await db
    .select({ updatedAt: siteSettings.updatedAt, updatedBy: users.username })
    .from(siteSettings)
    .leftJoin(users, eq(users.id, siteSettings.updatedBy))
    .orderBy(desc(siteSettings.updatedAt))
    .limit(1)
  return row
}
