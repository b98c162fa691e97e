import type { IncomingMessage } from 'node:http'

import { ProfileChange } from '#contract/accounts/account.ts'
import { accountLimits, type CurrentUser } from '#contract/access/users.ts'
import type { Actor } from '#platform/actor.ts'
import { receiveMultipart } from '#platform/storage/multipart.ts'
import { withNewFiles } from '#platform/storage/new-files.ts'
import { stageStream } from '#platform/storage/staging.ts'
import type { App } from '#platform/app.ts'
import { parse } from '#platform/parse.ts'

import { editProfile } from './edit-profile.ts'
import { storeAvatar } from './store-avatar.ts'

/** Changes the profile by a multipart form. If any part is invalid, nothing is stored. */
export async function editProfileForm(
  app: App,
  actor: Actor,
  request: IncomingMessage,
): Promise<{ user: CurrentUser }> {
  const form = await receiveMultipart(request, {
    files: {
      avatar: {
        sizeMax: accountLimits.avatarSizeMax,
        countMax: 1,
        tooLargeMessage: () => 'Avatar image must be less than 10MB',
        tooManyMessage: 'Only one avatar image is allowed',
      },
    },
    fieldSizeMax: 4 * 1024,
    fieldsMax: 10,
    stage: (stream, sizeMax) => stageStream(app.staging, stream, { sizeMax }),
  })
  try {
    const change = parse(ProfileChange, form.fields)
    const [image] = form.files.avatar ?? []
    if (!image) return await editProfile(app, actor, change)
    return await withNewFiles(app, async (newFiles) => {
      const avatar = await storeAvatar(app, newFiles, image.path)
      return editProfile(app, actor, { ...change, avatar }, newFiles)
    })
  } finally {
    await form.discard()
  }
}
