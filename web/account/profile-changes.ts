type ProfileTexts = { username: string; email: string }
type Entered = ProfileTexts & { currentPassword: string }

/** The form to send: only what differs from how it is now, and nothing at all when nothing does. */
export function profileChanges(
  present: ProfileTexts,
  entered: Entered,
  avatar: File | undefined,
): FormData | undefined {
  const form = new FormData()
  if (entered.username !== present.username) form.set('username', entered.username)
  if (entered.email !== present.email) {
    form.set('email', entered.email)
    form.set('currentPassword', entered.currentPassword)
  }
  if (avatar) form.set('avatar', avatar)
  return [...form.keys()].length > 0 ? form : undefined
}
