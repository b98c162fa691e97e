import type { Partner } from '#contract/site/partners.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'
import styles from './PartnerCard.module.css'
import { Handshake } from 'lucide-react'
import { PlaceholderTile } from '#web/ui/PlaceholderTile.tsx'
import { useImageError } from '#web/ui/use-image-error.ts'

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' }

export function PartnerCard({ partner }: { partner: Partner }) {
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
          <span className={`clip muted text-sm break clamp-2 ${styles.description}`}>{description}</span>
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
    return <PlaceholderTile icon={<Handshake />} className={`${styles.logo} round-md fill-2`} />
  return (
    <img
      className={`${styles.logo} round-md fill-2`}
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
