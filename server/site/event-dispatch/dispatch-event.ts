import { z } from 'zod/mini'

import { topicOfKind } from '#contract/site/notification-settings.ts'
import { inTransaction } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { App } from '#platform/app.ts'
import { dispatchEventJob, readEvent, type EventContent } from '#server/records/records.public.ts'
import {
  authorIds,
  maintainerIds,
  selectOwnership,
  selectTeamMemberIds,
} from '#server/scripts/scripts.public.ts'
import { sendMail } from '#platform/mail/mailer.ts'
import { memberNote } from '#server/site/notifications/mail-parts.texts.ts'
import { mailTexts } from '#server/site/notifications/mails.texts.ts'
import { notificationMail } from '#server/site/notifications/settings.ts'
import { notifyDownloaders } from '#server/site/recall-mails/notify-downloaders.ts'
import { insertForUser, selectChannels } from '#server/site/notifications/notifications.queries.ts'

import { notifyCollectionFollowers, notifyFollowers } from './notify-followers.ts'
import { notifyOfFinding } from './notify-of-finding.ts'

const Payload = z.object({
  id: z.int(),
  after: z._default(z.int(), 0),
  /** A batch of followers, after everyone who downloaded the version. */
  followers: z._default(z.boolean(), false),
  part: z._default(z.enum(['all', 'filtered']), 'all'),
  tries: z._default(z.int(), 0),
})

/** Creates the notifications of an event. A repeated run adds and mails nothing. */
export const dispatchEvent: Job = {
  name: dispatchEventJob,
  async run(app, payload) {
    const { id, followers: isOfFollowers, ...position } = Payload.parse(payload)
    const { after: last } = position
    const event = await readEvent(app.db, id)
    if (!event) return
    const { content, ...subject } = event
    switch (content.kind) {
      case 'version-recalled':
        if (isOfFollowers) return await notifyFollowers(app, subject, content, position)
        return await notifyDownloaders(app, subject, content, last)
      case 'version-published':
        return await notifyFollowers(app, subject, content, position)
      case 'collection-changed':
        return await notifyCollectionFollowers(app, id, content, last)
      case 'finding-raised':
        return await notifyOfRaised(app, subject, content)
      case 'version-waiting':
      case 'version-decided':
        return await notifyAuthors(app, subject, content, pathOfReview(content, subject))
      case 'works-reported':
        return await notifyAuthors(app, subject, content, pathOfWorks(subject), maintainerIds)
      case 'works-answered':
        return await notifyOneOrTeam(app, subject, content, pathOfWorks(subject))
      case 'version-withdrawn':
        return await notifyAuthors(app, subject, content, pathOfVersion(subject))
      case 'script-removed':
      case 'script-restored':
      case 'script-changed':
        return await notifyIfOwner(app, subject, content, pathOfScripts(subject))
      case 'members-changed':
        return await notifyIfOwner(app, subject, content, pathOfMembers(content, subject))
      case 'invitation-received':
        return await notifyOneOrTeam(app, subject, content, '/invitations')
      case 'invitation-declined':
        return await notifyOneOrTeam(app, subject, content, pathOfMembers(content, subject))
      case 'scripts-removed':
      case 'scripts-restored':
      case 'script-deleted':
        return await notifyOneOrTeam(app, subject, content, pathOfScripts(subject))
      case 'text-hidden':
      case 'text-restored':
        return await notifyOneOrTeam(app, subject, content, pathOfText(content, subject))
      case 'account-changed':
        return await notifyOneOrTeam(app, subject, content, '/profile/settings')
      case 'account-sanctioned':
        return await notifyOneOrTeam(app, subject, content, '/cases')
      case 'takedown-decided':
        return await notifyOneOrTeam(app, subject, content, `/takedown/${content.data.number}/counter-notice`)
      default:
        return await notifyOneOrTeam(app, subject, content, `/cases/${subject.caseId}`)
    }
  },
}

type OfReview = Extract<EventContent, { kind: 'version-waiting' | 'version-decided' }>
type Subject = Omit<NonNullable<Awaited<ReturnType<typeof readEvent>>>, 'content'>

/** A version that waited in an earlier release, or was rejected before its review was opened, has no case. */
function pathOfReview({ data }: OfReview, subject: Subject): string {
  const { caseId, scriptId } = subject
  const decision = 'decision' in data ? data.decision : undefined
  if (decision !== 'published' && caseId !== null) return `/cases/${caseId}`
  return decision === 'rejected' ? pathOfVersion(subject) : `/scripts/${scriptId}`
}

const pathOfVersion = ({ scriptId, versionId }: Subject) => `/scripts/${scriptId}/versions#v${versionId}`

const pathOfWorks = ({ scriptId, versionId }: Subject) => `/scripts/${scriptId}/works?v=${versionId}`

type OfTexts = Extract<EventContent, { kind: `text-${string}` }>

function pathOfText({ data: { text, collectionId } }: OfTexts, subject: Subject): string {
  if (text === 'works-report') return pathOfWorks(subject)
  if (text === 'team') return '/teams'
  return collectionId === undefined ? '/profile/settings' : `/collections/${collectionId}`
}

/** The script may be deleted in the meantime. */
const pathOfScripts = ({ scriptId }: Subject) => (scriptId === null ? '/cases' : `/scripts/${scriptId}`)

type OfMembers = Extract<EventContent, { kind: 'members-changed' | 'invitation-declined' }>

/** A user who was removed no longer sees the list of members. */
function pathOfMembers({ data }: OfMembers, { scriptId }: Subject): string {
  if (data.isTeam) return `/teams/${encodeURIComponent(data.script.toLowerCase())}`
  const isOwn = 'isOwn' in data && data.isOwn
  if (data.collectionId !== undefined)
    return isOwn ? '/collections/mine' : `/collections/${data.collectionId}/edit`
  return isOwn ? `/scripts/${scriptId}` : `/scripts/${scriptId}/members`
}

/** The authors of this moment, without the one who did it. */
async function notifyAuthors(
  app: App,
  subject: Subject,
  content: EventContent,
  path: string,
  choose: typeof authorIds = authorIds,
): Promise<void> {
  const script = subject.scriptId === null ? undefined : await selectOwnership(app.db, subject.scriptId)
  if (!script) return
  for (const userId of choose(script))
    if (userId !== subject.actorId) await notifyUser(app, { ...subject, userId }, content, path)
}

/** An event that concerns the owner of a script concerns all authors; an event can also be for one of them. */
async function notifyIfOwner(app: App, subject: Subject, content: EventContent, path: string): Promise<void> {
  const { scriptId, userId } = subject
  const script = scriptId === null ? undefined : await selectOwnership(app.db, scriptId)
  const notify = script && script.userId === userId ? notifyAuthors : notifyOneOrTeam
  await notify(app, subject, content, path)
}

/** The user, or each member of the team, without the one who did it. */
async function notifyOneOrTeam(
  app: App,
  subject: Subject,
  content: EventContent,
  path: string,
): Promise<void> {
  const { userId, actorId } = subject
  const members = userId === null ? [] : await selectTeamMemberIds(app.db, userId)
  if (members.length === 0) await notifyUser(app, subject, content, path)
  for (const id of members)
    if (id !== actorId) await notifyUser(app, { ...subject, userId: id }, content, path)
}

async function notifyOfRaised(
  app: App,
  { id, scriptId, versionId }: Subject,
  content: Extract<EventContent, { kind: 'finding-raised' }>,
): Promise<void> {
  const script = scriptId === null ? undefined : await selectOwnership(app.db, scriptId)
  const path = `/scripts/${scriptId}/report`
  for (const userId of script ? authorIds(script) : [])
    await notifyOfFinding(app, { id, versionId, userId }, content, path)
}

/** The email is queued with the notification, so that a repeated run queues none. */
async function notifyUser(
  app: App,
  { id, userId }: Subject,
  content: EventContent,
  path: string,
): Promise<void> {
  if (userId === null) return
  const texts = mailTexts(content, path)
  await inTransaction(app.db, async (tx) => {
    const channels = await selectChannels(tx, userId, topicOfKind[content.kind])
    const options = { ...channels, isMailed: texts !== undefined }
    const notification = { ...content, eventId: id, path }
    const user = await insertForUser(tx, notification, userId, app.clock.now(), options)
    if (!texts || !user?.isMailed) return
    const note = memberNote(app.settings.siteName)
    await sendMail(tx, notificationMail(app, { ...user, userId }, texts, note, topicOfKind[content.kind]))
  })
}
