import { useSyncExternalStore } from 'react'

import { usePartners } from '#web/site/partners/partners.data.ts'

import styles from './SectionTracker.module.css'

const home = { id: 'home', name: 'Home' }
const latestScripts = { id: 'latest-scripts', name: 'Latest Scripts' }
const partners = { id: 'partners', name: 'Partners' }

/** Links to the sections of the homepage, with the current one marked. */
export function SectionTracker() {
  const currentId = useSyncExternalStore(subscribe, findCurrent)
  const hasPartners = usePartners().length > 0
  const sections = [home, latestScripts, ...(hasPartners ? [partners] : [])]
  return (
    <nav aria-label="Sections" className={`${styles.tracker} fixed`}>
      <ul className="grid gap-2px">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={`grid relative center round-md square-40 ${styles.entry}`}
              aria-current={id === currentId ? 'location' : undefined}
            >
              <span
                className={`round-sm fill-2 vivid text-sm nowrap absolute click-through framed-strong ${styles.label} leading-title`}
              >
                {name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function subscribe(notify: () => void): () => void {
  addEventListener('scroll', notify, { passive: true })
  return () => removeEventListener('scroll', notify)
}

/** The last section whose top is above the middle of the screen. */
function findCurrent(): string | undefined {
  return [partners, latestScripts, home].find(({ id }) => topOf(id) < innerHeight / 2)?.id
}

function topOf(id: string): number {
  return document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? Infinity
}
