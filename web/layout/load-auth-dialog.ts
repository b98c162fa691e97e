/** Also called on hover and focus of the buttons that open the dialog. */
export const loadAuthDialog = () => import('#web/auth/AuthDialog.tsx')
