import { accountApi } from '#contract/accounts/account.ts'
import { authApi, type SignedIn } from '#contract/accounts/auth.ts'
import { ensureFirstOwner } from '#server/accounts/accounts.public.ts'
import { changeMembership } from '#server/access/access.public.ts'

import { listImages, readImage } from '../images.ts'
import { demoPassword, users, type DemoUser } from '../users.ts'
import { lookUp, type SeedContext, type SeededUsers } from './context.ts'
import { selectGroupIds, selectUsernames } from './seed.queries.ts'

/** Registers the users and adds them to their groups. Users of an interrupted run sign in instead. */
export async function registerUsers(context: SeedContext): Promise<SeededUsers> {
  const { app, runStep } = context
  await ensureFirstOwner(app)
  const existing = await selectUsernames(app.db)
  const groupIds = await selectGroupIds(app.db)
  const seeded = new Map<string, { id: number; token: string }>()
  let owner: { id: number } | undefined
  await runStep({ title: 'Users', items: users, concurrency: 1 }, async (demoUser) => {
    const { username, group } = demoUser
    const { accessToken, user } = await signIn(context, demoUser, existing.has(username))
    seeded.set(username, { id: user.id, token: accessToken })
    owner ??= user
    if (group !== 'owner' && group !== 'member')
      await changeMembership(app, owner, {
        userId: user.id,
        groupId: lookUp(groupIds, group),
        action: 'add',
      })
  })
  return seeded
}

async function signIn(
  { callApi }: SeedContext,
  { username, email }: DemoUser,
  isRegistered: boolean,
): Promise<SignedIn> {
  const password = demoPassword
  if (!isRegistered) return callApi(authApi.register, { body: { username, email, password } })
  const result = await callApi(authApi.login, { body: { email, password } })
  if ('accessToken' in result) return result
  throw new Error(`${username} has two-factor authentication. Turn it off to continue seeding.`)
}

export async function uploadAvatars({ callApi, runStep }: SeedContext, seeded: SeededUsers): Promise<void> {
  const usernames = await listImages('avatars')
  await runStep({ title: 'Avatars', items: usernames, concurrency: 2 }, async (username) => {
    const form = new FormData()
    const avatar = await readImage('avatars', username)
    form.set('avatar', new Blob([avatar], { type: 'image/webp' }), 'avatar.webp')
    await callApi(accountApi.editMe, { token: lookUp(seeded, username).token, form })
  })
}
