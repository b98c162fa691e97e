import type { IncomingMessage } from 'node:http'

import { accountLimits } from '#contract/access/users.ts'
import type { Team } from '#contract/scripts/teams.ts'
import type { Actor } from '#platform/actor.ts'
import type { App } from '#platform/app.ts'
import { invalid } from '#platform/errors.ts'
import { receiveMultipart } from '#platform/storage/multipart.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import { stageStream } from '#platform/storage/staging.ts'
import { storeAvatar } from '#server/accounts/accounts.public.ts'

import { changeTeamImage } from './change-team.ts'
import { ownersOnly } from './lock-team.ts'
import { readTeam } from './read-team.ts'

/** Only the image of an owner is read. If it is invalid, nothing is stored. */
export async function changeTeamImageForm(
  app: App,
  actor: Actor,
  id: number,
  request: IncomingMessage,
): Promise<Team> {
  const { role } = await readTeam(app.db, actor, id, app.clock.now())
  if (role !== 'owner') throw ownersOnly()
  const form = await receiveMultipart(request, {
    files: {
      image: {
        sizeMax: accountLimits.avatarSizeMax,
        countMax: 1,
        tooLargeMessage: () => 'Image must be less than 10MB',
        tooManyMessage: 'Only one image is allowed',
      },
    },
    fieldSizeMax: 1024,
    fieldsMax: 0,
    stage: (stream, sizeMax) => stageStream(app.staging, stream, { sizeMax }),
  })
  try {
    const [image] = form.files.image ?? []
    if (!image) throw invalid({ image: 'Image is required' })
    return await withNewFiles(app, async (newFiles) => {
      const error = { message: 'Image must be JPEG, PNG, GIF, or WebP', field: 'image' }
      const key = await storeAvatar(app, newFiles, image.path, error)
      return changeTeamImage(app, actor, id, key, newFiles)
    })
  } finally {
    await form.discard()
  }
}
