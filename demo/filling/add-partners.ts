import { randomBytes } from 'node:crypto'

import { partners } from '../partners.ts'
import type { Filling } from './fill.ts'
import { insertPartner, selectPartnerNames } from './history.queries.ts'

/** Partners with the signs that are drawn for them. */
export async function addPartners({ hub, painter }: Filling, advance: () => void): Promise<void> {
  const { db, files } = hub
  const known = await selectPartnerNames(db)
  for (const [index, partner] of partners.entries()) {
    if (!known.has(partner.name)) {
      const picture = await painter.paint({
        subject: partner.name,
        variation: index,
        width: 640,
        height: 360,
        format: 'webp',
      })
      // Beside the avatars: a sweep removes images that no script names.
      const key = files.newKey('avatars', 'webp', `partner-${randomBytes(12).toString('hex')}`)
      await files.write(key, picture)
      await insertPartner(db, partner, `/files/${key}`)
    }
    advance()
  }
}
