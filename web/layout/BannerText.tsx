import type { Banner } from '#contract/site/pages.ts'

export function BannerText({ banner: { text, link, linkText } }: { banner: Banner }) {
  const label = linkText || 'Learn more'
  return (
    <p className="text-sm break leading-sm">
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
