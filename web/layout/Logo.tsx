import { Link } from '@tanstack/react-router'

import { useSite } from '#web/app/use-site.ts'

import styles from './Logo.module.css'

export function Logo() {
  const { siteName } = useSite()
  const [start, end] = siteName.split(/(?=haven$)/)
  return (
    <Link to="/" className={`${styles.logo} row min-0 nowrap`} aria-label={`${siteName}, homepage`}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="#dccba6" />
        <path d="M9 10.5 16 7l7 3.5v4L16 18l-7-3.5z" fill="#1a160f" />
        <path
          d="m9 17.6 7 3.5 7-3.5M9 21.6l7 3.5 7-3.5"
          fill="none"
          stroke="#1a160f"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      <span className="clip">
        {start}
        {end && <b>{end}</b>}
      </span>
    </Link>
  )
}
