import { pagination } from '#contract/platform/fields.ts'
import {
  moderatedTextLimits,
  type ModeratedText,
  type ModeratedTextQuery,
} from '#contract/moderation/moderated-texts.ts'
import type { Db } from '#platform/database/database.ts'
import { avatarUrl } from '#server/access/access.public.ts'
import { selectUserId } from '#server/moderation/moderation.queries.ts'
import {
  selectModeratedCollectionCount,
  selectModeratedCollections,
  selectModeratedCount,
  selectModeratedReports,
  selectModeratedTeamCount,
  selectModeratedTeams,
  selectProfileTextCount,
  selectProfileTexts,
} from '#server/scripts/scripts.public.ts'

type Removal = { removedAt: Date | null; removalReason: string | null }

export async function listTexts(db: Db, { kind, state, author, page, limit }: ModeratedTextQuery) {
  const authorId = author ? ((await selectUserId(db, author)) ?? 0) : undefined
  const filter = { isHidden: state === 'hidden', authorId }
  const range = { limit, offset: (page - 1) * limit }
  const { totalMax } = moderatedTextLimits
  if (kind === 'profile') {
    const total = await selectProfileTextCount(db, filter, totalMax)
    const rows = await selectProfileTexts(db, filter, range)
    const texts = rows.map(({ profile, username, removedByName }): ModeratedText => ({
      kind,
      id: profile.userId,
      user: { id: profile.userId, username },
      text: profile.text,
      links: profile.links.map(({ label, url }) => `${label}: ${url}`),
      script: null,
      versionId: null,
      at: profile.updatedAt.toISOString(),
      hidden: hiddenOf(profile, removedByName),
    }))
    return { texts, pagination: pagination(page, limit, total) }
  }
  if (kind === 'collection') {
    const total = await selectModeratedCollectionCount(db, filter, totalMax)
    const rows = await selectModeratedCollections(db, filter, range)
    const texts = rows.map(({ collection, notes, username, removedByName }): ModeratedText => ({
      kind,
      id: collection.id,
      user: { id: collection.userId, username },
      text: [collection.title, collection.text, ...notes].filter(Boolean).join('\n\n'),
      links: [],
      script: null,
      versionId: null,
      at: collection.updatedAt.toISOString(),
      hidden: hiddenOf(collection, removedByName),
    }))
    return { texts, pagination: pagination(page, limit, total) }
  }
  if (kind === 'team') {
    const total = await selectModeratedTeamCount(db, filter, totalMax)
    const rows = await selectModeratedTeams(db, filter, range)
    const texts = rows.map(({ team, name, image, removedByName }): ModeratedText => ({
      kind,
      id: team.id,
      user: { id: team.id, username: name },
      text: [team.hiddenName ?? name, team.text].filter(Boolean).join('\n\n'),
      links: team.links.map(({ label, url }) => `${label}: ${url}`),
      image: avatarUrl(image),
      script: null,
      versionId: null,
      at: team.updatedAt.toISOString(),
      hidden: hiddenOf(team, removedByName),
    }))
    return { texts, pagination: pagination(page, limit, total) }
  }
  const total = await selectModeratedCount(db, filter, totalMax)
  const rows = await selectModeratedReports(db, filter, range)
  const texts = rows.map(({ report, username, script, removedByName }): ModeratedText => ({
    kind,
    id: report.id,
    user: { id: report.userId, username },
    text: report.text,
    links: [],
    script: { id: report.scriptId, name: script },
    versionId: report.versionId,
    at: report.updatedAt.toISOString(),
    hidden: hiddenOf(report, removedByName),
  }))
  return { texts, pagination: pagination(page, limit, total) }
}

function hiddenOf({ removedAt, removalReason }: Removal, by: string | null): ModeratedText['hidden'] {
  return removedAt && { reason: removalReason ?? '', by, at: removedAt.toISOString() }
}
