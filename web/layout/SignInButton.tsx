import { openAuthDialog } from '#web/app/dialogs.ts'
import { Button } from '#web/ui/Button.tsx'

import { loadAuthDialog } from './lazy.ts'

export function SignInButton() {
  return (
    <Button
      variant="cta"
      data-dialog="auth"
      onClick={() => openAuthDialog()}
      onPointerEnter={() => void loadAuthDialog()}
      onFocus={() => void loadAuthDialog()}
    >
      Sign In
    </Button>
  )
}
