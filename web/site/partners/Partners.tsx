import { Pause, Play } from 'lucide-react'

import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'

import { CommunityCall } from './CommunityCall.tsx'
import { PartnerCarousel } from './PartnerCarousel.tsx'
import styles from './Partners.module.css'
import { usePartners } from './use-partners.ts'

export function Partners() {
  const partners = usePartners()
  const { isStill, setStill } = useBackgroundMotion()
  return (
    <>
      {partners.length > 0 && (
        <section id="partners" tabIndex={-1} className={styles.partners} aria-labelledby="partners-title">
          <div className="row between gap-4 mb-5">
            <h2 id="partners-title">Partners</h2>
            <IconButton
              className={styles.stop}
              label={isStill ? 'Play motion' : 'Pause motion'}
              icon={isStill ? <Play /> : <Pause />}
              onClick={() => setStill(!isStill)}
            />
          </div>
          <PartnerCarousel partners={partners} isStill={isStill} />
        </section>
      )}
      <CommunityCall />
    </>
  )
}
