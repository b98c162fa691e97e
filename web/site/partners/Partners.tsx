import { Pause, Play, Handshake } from 'lucide-react'
import { useRef, type FocusEvent, type MouseEvent } from 'react'

import type { Partner } from '#contract/site/partners.ts'
import { openRedirectDialog } from '#web/app/dialogs.ts'
import { useSite } from '#web/app/use-site.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'
import { useBackgroundMotion } from '#web/ui/use-background-motion.ts'
import { useImageError } from '#web/ui/use-image-error.ts'
import { useInView } from '#web/ui/use-in-view.ts'

import { usePartners } from './partners.data.ts'
import styles from './Partners.module.css'

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

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' }

function PartnerCard({ partner }: { partner: Partner }) {
  const { name, description, website, discord, logo } = partner
  return (
    <li className={`grid relative top framed round-lg fill-1 max-full ${styles.card} cols-fill-auto`}>
      <a
        href={website}
        {...newTab}
        className={`grid middle gap-4 pad-4 cols-auto-fill focus-inside ${styles.website}`}
      >
        <PartnerLogo src={logo} />
        <span className="grid gap-4px min-0">
          <span className={`${styles.name} ellipsis`}>{name}</span>
          <span className={`clip muted text-sm break clamp-2 ${styles.description} leading-sm`}>
            {description}
          </span>
        </span>
      </a>
      <a
        href={discord}
        {...newTab}
        title="Discord"
        aria-label={`${name} on Discord`}
        className={buttonClass({ variant: 'ghost', isIconOnly: true })}
      >
        <DiscordIcon />
      </a>
    </li>
  )
}

/** Decorative: the name is next to it. An image that fails to load is replaced by an icon. */
function PartnerLogo({ src }: { src: string }) {
  const { hasFailed, imageProps } = useImageError(src)
  if (!src || hasFailed)
    return <PlaceholderTile icon={<Handshake />} className={`${styles.logo} contain round-md fill-2`} />
  return (
    <img
      className={`${styles.logo} contain round-md fill-2`}
      src={src}
      alt=""
      width={112}
      height={63}
      loading="lazy"
      decoding="async"
      {...imageProps}
    />
  )
}

function CommunityCall() {
  const { siteName } = useSite()
  return (
    <Card
      as="section"
      padding="lg"
      className={`row wrap between phone-fill ${styles.call}`}
      aria-labelledby="community-title"
    >
      <div className={`${styles.texts} flex-320 grid gap-1`}>
        <h2 id="community-title">Join the community</h2>
        <p className="muted">
          Ask, show what you are building and meet the people behind {siteName} on our Discord server.
        </p>
      </div>
      <Button size="lg" icon={<DiscordIcon />} onClick={openRedirectDialog}>
        Join Discord
      </Button>
    </Card>
  )
}
