import type { Banner } from '#contract/site/pages.ts'

import styles from './SiteBanner.module.css'

export function BannerText({ banner: { text, link, linkText } }: { banner: Banner }) {
  const label = linkText || 'Learn more'
  return (
    <p className={`${styles.text} text-sm break`}>
      {text}{' '}
      {link &&
        (link.startsWith('/') ? (
          <a href={link} className="text-link">
            {label}
          </a>
        ) : (
          <a href={link} className="text-link" target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        ))}
    </p>
  )
}
