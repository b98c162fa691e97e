type ProfileTexts = { username: string; email: string }
type Entered = ProfileTexts & { currentPassword: string }

/** The form data of the changed fields; undefined if nothing changed. */
export function profileChanges(
  current: ProfileTexts,
  entered: Entered,
  avatar: File | undefined,
): FormData | undefined {
  const form = new FormData()
  if (entered.username !== current.username) form.set('username', entered.username)
  if (entered.email !== current.email) {
    form.set('email', entered.email)
    form.set('currentPassword', entered.currentPassword)
  }
  if (avatar) form.set('avatar', avatar)
  return [...form.keys()].length > 0 ? form : undefined
}
