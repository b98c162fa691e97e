import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import type { FocusEvent, MouseEvent } from 'react'

import { IconButton } from '#web/ui/IconButton.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import type { Partner } from '#contract/site/partners.ts'
import { useInView } from '#web/ui/use-in-view.ts'

import { CommunityCall } from './CommunityCall.tsx'
import styles from './Partners.module.css'
import { usePartners } from './use-partners.ts'
import { PartnerCard } from './PartnerCard.tsx'

const secondsEach = 9
const copies = [1, 2]

export function Partners() {
  const partners = usePartners()
  const { isStill, setStill } = useBackgroundMotion()
  return (
    <>
      {partners.length > 0 && (
        <section id="partners" tabIndex={-1} aria-labelledby="partners-title">
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

/**
 * An endless carousel: the list and two inert copies move by the width of one list. It pauses on hover and focus; with
 * reduced motion it is a grid.
 */
function PartnerCarousel({ partners, isStill }: { partners: readonly Partner[]; isStill: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const isInView = useInView(frame)
  const cards = partners.map((partner) => <PartnerCard key={partner.id} partner={partner} />)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for pointers only: keys reach the links themselves
    <div
      ref={frame}
      className={`clip ${styles.frame}`}
      data-still={isStill || undefined}
      data-unseen={!isInView || undefined}
      onClick={openLinkBelow}
      onBlur={resetScroll}
    >
      <div className={`flex ${styles.track}`} style={{ '--duration': `${partners.length * secondsEach}s` }}>
        <ul className={`${styles.group} flex rigid gap-5`} aria-label="Partners">
          {cards}
        </ul>
        {copies.map((copy) => (
          <ul key={copy} className={`${styles.group} flex rigid gap-5`} aria-hidden="true" inert data-copy>
            {cards}
          </ul>
        ))}
      </div>
    </div>
  )
}

/** The copies are inert but look like the list: a click on one opens the link at the pointer. */
function openLinkBelow({ currentTarget, target, clientX, clientY }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a')) return
  const copied = [...currentTarget.querySelectorAll<HTMLAnchorElement>('[data-copy] a')].findLast((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  })
  if (copied) open(copied.href, '_blank', 'noopener,noreferrer')
}

/** Keyboard focus has scrolled the list. */
function resetScroll({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.scrollLeft = 0
}
