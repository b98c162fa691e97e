import { useRef } from 'react'
import type { FocusEvent, MouseEvent } from 'react'

import type { Partner } from '#contract/partners.ts'
import { useSeen } from '#web/ui/use-seen.ts'

import { PartnerCard } from './PartnerCard.tsx'
import styles from './Partners.module.css'

const secondsEach = 9
const copies = [1, 2]

/**
 * A list that goes round for ever: it stands there three times and moves by the width of one. The copies exist for
 * the eye only. It waits while somebody points at it or is in it, and a system that asks for stillness gets a grid.
 */
export function PartnerCarousel({ partners, isStill }: { partners: readonly Partner[]; isStill: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(frame)
  const cards = partners.map((partner) => <PartnerCard key={partner.id} partner={partner} />)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for pointers only: keys reach the links themselves
    <div
      ref={frame}
      className={styles.frame}
      data-still={isStill || undefined}
      data-unseen={!isSeen || undefined}
      onClick={openCopied}
      onBlur={returnToStart}
    >
      <div className={styles.track} style={{ '--duration': `${partners.length * secondsEach}s` }}>
        <ul className={styles.group} aria-label="Partners">
          {cards}
        </ul>
        {copies.map((copy) => (
          <ul key={copy} className={styles.group} aria-hidden="true" inert data-copy>
            {cards}
          </ul>
        ))}
      </div>
    </div>
  )
}

/** Nothing inside a copy can be pressed, but nobody sees that it is one: the press is passed on. */
function openCopied({ currentTarget, target, clientX, clientY }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a')) return
  const copied = [...currentTarget.querySelectorAll<HTMLAnchorElement>('[data-copy] a')].findLast((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  })
  if (copied) open(copied.href, '_blank', 'noopener,noreferrer')
}

/** Whoever walked through the list with the keyboard has scrolled it. */
function returnToStart({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.scrollLeft = 0
}
