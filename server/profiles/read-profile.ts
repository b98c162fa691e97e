import type { GroupTag } from '#contract/accounts.ts'
import type { PublicProfile } from '#contract/profiles.ts'
import { notFound } from '#platform/failures.ts'
import type { Hub } from '#platform/hub.ts'
import { selectScriptsOfAuthor } from '#server/scripts/scripts.public.ts'
import { shownStyle, type StoredStyle } from '#server/user-styles/user-styles.public.ts'
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
  return {
    id: profile.id,
    username: profile.username,
    avatar: avatarAddress(profile.avatar),
    joinDate: profile.createdAt.toISOString(),
    scriptsUploaded: profile.scriptsUploaded,
    totalDownloads: profile.totalDownloads,
    reputation: profile.reputation,
    group: groupTag(profile),
    scripts: await selectScriptsOfAuthor(db, profile.id, page, limit),
  }
}

/** Its css is the name's: the styles that the person was given, else that of the group. */
function groupTag({
  group,
  ownStyles,
}: {
  group: (Omit<GroupTag, 'css'> & { style: StoredStyle | null }) | null
  ownStyles: readonly StoredStyle[]
}): GroupTag | null {
  if (!group) return null
  const { style, ...tag } = group
  const ofGroup = style ? [style] : []
  return { ...tag, css: shownStyle(ownStyles.length > 0 ? ownStyles : ofGroup) }
}
