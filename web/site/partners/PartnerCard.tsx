import type { Partner } from '#contract/site/partners.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { DiscordIcon } from '#web/ui/DiscordIcon.tsx'

import styles from './PartnerCard.module.css'
import { PartnerLogo } from './PartnerLogo.tsx'

const newTab = { target: '_blank', rel: 'noopener noreferrer nofollow' }

export function PartnerCard({ partner }: { partner: Partner }) {
  const { name, description, website, discord, logo } = partner
  return (
    <li className={styles.card}>
      <a href={website} {...newTab} className={styles.website}>
        <PartnerLogo src={logo} />
        <span className={styles.texts}>
          <span className={styles.name}>{name}</span>
          <span className={styles.description}>{description}</span>
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
