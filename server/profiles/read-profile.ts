import { pagination } from '#contract/fields.ts'
import type { PublicProfile } from '#contract/profiles.ts'
import type { ScriptPage } from '#contract/scripts.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { selectScriptsOfAuthor } from '#server/scripts/scripts.public.ts'
import { nameStyle } from '#server/user-styles/user-styles.public.ts'
import { avatarAddress, usernameKey } from '#server/users/users.public.ts'

import { selectProfile } from './profiles.queries.ts'

/** A person as everybody sees one, found without regard to case, with a page of their published scripts. */
export async function readProfile(
  { db, clock }: Pick<Hub, 'db' | 'clock'>,
  username: string,
  { page, limit }: { page: number; limit: number },
): Promise<PublicProfile> {
  const profile = await selectProfile(db, usernameKey(username), clock.now())
  if (!profile) throw notFound('User not found')
  const { group } = profile
  const css = nameStyle(profile.ownStyles, group?.style)
  return {
    id: profile.id,
    username: profile.username,
    avatar: avatarAddress(profile.avatar),
    joinDate: profile.createdAt.toISOString(),
    scriptsUploaded: profile.scriptsUploaded,
    totalDownloads: profile.totalDownloads,
    reputation: profile.reputation,
    css,
    group: group && { display_name: group.display_name, color: group.color, css },
    scripts: await scriptsOf(db, profile, page, limit),
  }
}

/** Beyond the end there is nothing to look for: whoever wants the person alone asks for such a page. */
async function scriptsOf(
  db: Hub['db'],
  { id, scriptsUploaded }: { id: number; scriptsUploaded: number },
  page: number,
  limit: number,
): Promise<ScriptPage> {
  const isBeyond = page > 1 && (page - 1) * limit >= scriptsUploaded
  if (!isBeyond) return selectScriptsOfAuthor(db, id, page, limit)
  return { scripts: [], pagination: pagination(page, limit, scriptsUploaded) }
}
