/** Called when a pointer or the focus comes near a button that opens the dialog. */
export const loadAuthDialog = () => import('#web/auth/AuthDialog.tsx')
