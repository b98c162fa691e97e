import { Moon } from 'lucide-react'

import { Button } from './Button.tsx'
import { Contours } from './Contours.tsx'
import { KitActions } from './kit/KitActions.tsx'
import { KitData } from './kit/KitData.tsx'
import { KitForms } from './kit/KitForms.tsx'
import { KitOverlays } from './kit/KitOverlays.tsx'
import { KitUploads } from './kit/KitUploads.tsx'
import { KitNavigation } from './kit/KitNavigation.tsx'
import { KitStates } from './kit/KitStates.tsx'
import { MotionToggle } from './MotionToggle.tsx'
import { PageHead } from './PageHead.tsx'

/** Every element in every state, for eyes and for axe. Development only. */
export function KitPage() {
  return (
    <main className="page-width">
      <Contours />
      <PageHead
        title="Element kit"
        text="Every element of the site in every state. What a page needs and does not find here, it adds here."
        actions={
          <>
            <MotionToggle />
            <Button icon={<Moon />} onClick={switchTheme}>
              Switch theme
            </Button>
          </>
        }
      />
      <KitActions />
      <KitForms />
      <KitData />
      <KitNavigation />
      <KitStates />
      <KitUploads />
      <KitOverlays />
    </main>
  )
}

function switchTheme() {
  const { dataset } = document.documentElement
  dataset.theme = dataset.theme === 'light' ? 'dark' : 'light'
}
